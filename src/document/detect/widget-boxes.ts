import type { Area } from '../engine/page-glyphs.js';
import type { Widget } from '../engine/page-widgets.js';
import type { FoundQuestion } from '../read-document.js';
import { boxType } from './box-type.js';
import { CAPTION_SIDES, findCaption, findNearby } from './captions.js';
import type { FoundBox } from './found-box.js';
import { byReadingOrder } from './found-box.js';
import type { Heading } from './headings.js';
import { headingOver } from './headings.js';
import type { PageFacts } from './page-facts.js';
import type { Grouping } from './questions.js';
import { groupTicks, saysSomething } from './questions.js';
import { plainWords } from './words.js';

/** The boxes and questions that a document's AcroForm widgets make, in reading order. */
export function widgetBoxes(
  pages: readonly PageFacts[],
  headings: readonly Heading[],
): { readonly boxes: readonly FoundBox[]; readonly questions: readonly FoundQuestion[] } {
  const widgets = pages.flatMap((page) => page.widgets);
  const groups = groupTicks(widgets);
  const boxes = pages.flatMap((page) => {
    const signatures = page.widgets.filter((widget) => looksLikeSignature(widget));
    return page.widgets.map((widget) => readBox(widget, page, headings, groups.get(widget) ?? null, signatures));
  });
  return { boxes: [...boxes].sort(byReadingOrder), questions: readQuestions(widgets, groups, pages) };
}

function looksLikeSignature(widget: Widget): boolean {
  if (widget.kind === 'signature') return true;
  return widget.kind === 'text' && /\bsignature\b/u.test(plainWords(`${widget.name} ${widget.tooltip ?? ''}`));
}

function readBox(
  widget: Widget,
  page: PageFacts,
  headings: readonly Heading[],
  group: Grouping | null,
  signatures: readonly Area[],
): FoundBox {
  const isTick = widget.kind === 'checkbox' || widget.kind === 'radio';
  const sides = isTick ? CAPTION_SIDES.tick : CAPTION_SIDES.answer;
  const caption = findCaption(widget, page, sides)?.text ?? null;
  const { left, top, right, bottom } = widget;
  const area = { left, top, right, bottom };
  return {
    type: boxType(widget, caption, signatures),
    label: group === null ? (widget.tooltip ?? caption) : (caption ?? widget.tooltip),
    required: widget.required,
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
    cells: null,
    continuations: null,
  };
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
