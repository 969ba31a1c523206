import type { Area } from '../engine/page-glyphs.js';
import type { Widget } from '../engine/page-widgets.js';
import type { BoxType, FoundQuestion } from '../read-document.js';
import { boxType } from './box-type.js';
import type { CaptionHabit } from './captions.js';
import { CAPTION_SIDES, captionHabit, findCaption, findNearby, SIGN_HERE } from './captions.js';
import type { FoundBox } from './found-box.js';
import { isSigning } from '../box-kinds.js';
import { byReadingOrder } from './found-box.js';
import type { Heading } from './headings.js';
import { headingOver } from './headings.js';
import type { PageFacts } from './page-facts.js';
import type { Grouping } from './questions.js';
import { groupTicks, saysSomething } from './questions.js';

const MARK_REACH = 14;

/** The boxes and questions that a document's AcroForm widgets make, in reading order. */
export function widgetBoxes(
  pages: readonly PageFacts[],
  headings: readonly Heading[],
): { readonly boxes: readonly FoundBox[]; readonly questions: readonly FoundQuestion[] } {
  const widgets = pages.flatMap((page) => page.widgets);
  const groups = groupTicks(widgets);
  const boxes = pages.flatMap((page) => {
    const habit = captionHabit(page);
    const seen = page.widgets.map((widget) => ({ widget, caption: captionOf(widget, page, habit, groups) }));
    const typed = (signatures: readonly Area[]) =>
      seen.map(({ widget, caption }) => ({
        widget,
        caption,
        type: boxType(widget, { caption, isMarked: isMarked(widget, page), signatures }),
      }));
    const signatures = typed([]).flatMap(({ widget, type }) => (type === 'signature' ? [widget] : []));
    return typed(signatures).map((box) => readBox(box, page, headings, groups.get(box.widget) ?? null));
  });
  return { boxes: [...boxes].sort(byReadingOrder), questions: readQuestions(widgets, groups, pages) };
}

interface SeenWidget {
  readonly widget: Widget;
  readonly caption: string | null;
  readonly type: BoxType;
}

function captionOf(
  widget: Widget,
  page: PageFacts,
  habit: CaptionHabit,
  groups: ReadonlyMap<Widget, Grouping>,
): string | null {
  const caption = findCaption(widget, page, isTick(widget) ? CAPTION_SIDES.tick : CAPTION_SIDES.answer, habit);
  if (!isTick(widget) || groups.has(widget) || caption?.side !== 'right') return caption?.text ?? null;
  // "Half day? [ ]  Paid ( ) Yes ( ) No": the words after a box that asks by itself may lead to the next question.
  const question = findCaption(widget, page, ['left']);
  if (question?.text.endsWith('?') !== true) return caption.text;
  const leads = page.widgets.some(
    (other) =>
      groups.has(other) && inOneRow(other, widget) && findCaption(other, page, ['left'])?.text === caption.text,
  );
  return leads ? question.text : caption.text;
}

function isTick({ kind }: Widget): boolean {
  return kind === 'checkbox' || kind === 'radio';
}

function inOneRow(a: Area, b: Area): boolean {
  return Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5 * (b.bottom - b.top);
}

/** Whether a mark that says "sign here" stands in the widget or right before it. */
function isMarked(widget: Widget, page: PageFacts): boolean {
  return page.lines.some((line) =>
    line.phrases.some((phrase) => {
      const middle = (phrase.top + phrase.bottom) / 2;
      const isOnRow = middle > widget.top - 2 && middle < widget.bottom + 2;
      const isThere = phrase.right > widget.left - MARK_REACH && phrase.left < widget.left + MARK_REACH;
      return isOnRow && isThere && SIGN_HERE.test(phrase.text.trim().replace(/:$/u, ''));
    }),
  );
}

function readBox(
  { widget, caption, type }: SeenWidget,
  page: PageFacts,
  headings: readonly Heading[],
  group: Grouping | null,
): FoundBox {
  const { left, top, right, bottom } = widget;
  const area = { left, top, right, bottom };
  return {
    type,
    label: group === null ? (widget.tooltip ?? caption) : (caption ?? widget.tooltip),
    // Hardly any form says that it has to be signed: nobody leaves that open.
    required: widget.required || isSigning(type),
    page: widget.page,
    area,
    options: widget.kind === 'choice' ? widget.options : null,
    question: group?.name ?? null,
    option_value: group === null ? null : optionValue(widget, caption),
    context: {
      label: caption,
      row: null,
      column: null,
      option: group === null ? null : caption,
      section: headingOver(headings, widget.page, area)?.text ?? null,
      nearby: findNearby(area, page, caption),
      widget_name: widget.name === '' ? null : widget.name,
      tooltip: widget.tooltip,
    },
    tag: null,
    multiline: widget.multiline,
    cells: widget.cells === null ? null : combOf(area, widget.cells),
    continuations: null,
    widget,
  };
}

function combOf({ left, top, right, bottom }: Area, cells: number): readonly Area[] {
  const width = (right - left) / cells;
  return Array.from({ length: cells }, (_, index) => ({
    left: left + index * width,
    top,
    right: left + (index + 1) * width,
    bottom,
  }));
}

function optionValue(widget: Widget, caption: string | null): string {
  if (widget.kind === 'radio' && saysSomething(widget.exportValue)) return widget.exportValue;
  if (widget.kind === 'checkbox') {
    const own = widget.name.split('.').at(-1) ?? '';
    if (saysSomething(widget.exportValue) && widget.exportValue !== 'Yes') return widget.exportValue;
    if (widget.name.includes('.') && saysSomething(own)) return own;
  }
  return caption ?? (widget.exportValue || widget.name);
}

function readQuestions(
  widgets: readonly Widget[],
  groups: ReadonlyMap<Widget, Grouping>,
  pages: readonly PageFacts[],
): readonly FoundQuestion[] {
  const members = new Map<string, { readonly kind: Grouping['kind']; readonly widgets: Widget[] }>();
  for (const widget of widgets) {
    const group = groups.get(widget);
    if (group === undefined) continue;
    const known = members.get(group.name) ?? { kind: group.kind, widgets: [] };
    known.widgets.push(widget);
    members.set(group.name, known);
  }
  return [...members].map(([name, group]) => {
    const required = group.widgets.some((widget) => widget.required);
    return {
      name,
      label: questionLabel(group.kind, group.widgets, pages),
      required,
      min_selected: required ? 1 : 0,
      max_selected: group.kind === 'one_of' ? 1 : group.widgets.length,
    };
  });
}

/** The words above the first option; a radio group's tooltip stands for the whole group. */
function questionLabel(kind: Grouping['kind'], widgets: readonly Widget[], pages: readonly PageFacts[]): string | null {
  const first = widgets[0];
  if (first === undefined) return null;
  const tooltips = new Set(widgets.map((widget) => widget.tooltip));
  if (kind === 'one_of' && first.tooltip !== null && tooltips.size === 1) return first.tooltip;
  const page = pages[first.page - 1];
  return page === undefined ? null : (findCaption(first, page, ['above', 'left'])?.text ?? null);
}
