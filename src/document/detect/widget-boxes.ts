import { type Area, areaOf } from '../engine/page-glyphs.js';
import type { Widget } from '../engine/page-widgets.js';
import { type BoxType, type FoundQuestion, isSigning } from '../read-document.js';
import { boxType, isOfNames } from './box-type.js';
import {
  ANSWER_SIDES,
  captionHabits,
  type CaptionHabits,
  findCaption,
  findNearby,
  isForAmount,
  wordsBefore,
} from './captions.js';
import { tidied } from './caption-words.js';
import { compartments } from './flat/place.js';
import { byReadingOrder, type FoundBox } from './found-box.js';
import { type Heading, headingOver } from './headings.js';
import type { PageFacts } from './page-facts.js';
import { type Grouping, groupTicks, saysSomething, withSeen } from './questions.js';
import type { Phrase } from './text-lines.js';
import { isTick, type SeenTicks, seeTicks } from './widget-ticks.js';

const FOOT = 0.9;

/**
 * The boxes and questions that a document's AcroForm widgets make, in reading order. `body` is the height of most of
 * the text, in points.
 */
export function widgetBoxes(
  pages: readonly PageFacts[],
  headings: readonly Heading[],
  body: number,
): { readonly boxes: readonly FoundBox[]; readonly questions: readonly FoundQuestion[] } {
  const running = runningWords(pages);
  const edges = new Set([...running].map(({ text }) => tidied(text)));
  // Form tools make fields of the words of a running foot.
  const isSilent = ({ tooltip }: Widget): boolean => tooltip !== null && edges.has(tidied(tooltip));
  const widgets = pages.flatMap((page) => page.widgets);
  const named = groupTicks(widgets);
  const tooltips = widgets.filter(isTick).map(({ tooltip }) => tooltip);
  const asked = new Set(tooltips.filter((words, index) => tooltips.indexOf(words) !== index));
  const ticks = pages.map((page) => seeTicks(page, body, named));
  const groups = withSeen(
    named,
    ticks.flatMap(({ questions }) => questions),
  );
  const boxes = pages.flatMap((page, index) => {
    const seenTicks = ticks[index];
    if (seenTicks === undefined) throw new Error(`page ${index} was not read`);
    const around = { ...page, phrases: page.phrases.filter((phrase) => !seenTicks.words.includes(phrase)) };
    const habitOf = captionHabits(around);
    const leading = new Set([...wordsBefore(around), ...titlesOf(around, headings), ...running]);
    const seen = page.widgets.map((widget) => ({
      widget,
      caption: isSilent(widget) ? null : captionOf(widget, around, { habit: habitOf(widget), leading }, seenTicks),
    }));
    const typed = (signatures: readonly Area[]) =>
      seen.map(({ widget, caption }) => ({
        widget,
        caption,
        type: boxType(widget, {
          caption,
          isOnFoot: widget.top > FOOT * page.geometry.height,
          isAmongNames: seen.some((other) => isOfNames(widget, other.widget, other.caption ?? other.widget.tooltip)),
          isAmount: isForAmount(widget, page),
          signatures,
        }),
      }));
    const signatures = typed([]).flatMap(({ widget, type }) => (type === 'signature' ? [widget] : []));
    return typed(signatures).map((box) => {
      // What several ticks are called is what all of them are about.
      const isAsked = isTick(box.widget) && asked.has(box.widget.tooltip);
      const read = readBox(box, page, headings, groups.get(box.widget) ?? null, isAsked);
      return isSilent(box.widget) ? { ...read, label: null, context: { ...read.context, tooltip: null } } : read;
    });
  });
  return { boxes: [...boxes].sort(byReadingOrder), questions: readQuestions(widgets, groups, pages) };
}

/** In points. */
const OVER = { along: 6, up: 16 };

/** The words of a page that are its headings, without those that stand over the beginning of a box. */
function titlesOf({ geometry, phrases, widgets }: PageFacts, headings: readonly Heading[]): readonly Phrase[] {
  const own = headings.filter(({ page }) => page === geometry.page);
  const isOver = (phrase: Phrase, widget: Widget): boolean =>
    Math.abs(widget.left - phrase.left) < OVER.along && Math.abs(widget.top - phrase.bottom) < OVER.up;
  return phrases.filter(
    (phrase) =>
      own.some(({ text, top }) => text === phrase.text && top === phrase.top) &&
      !widgets.some((widget) => isOver(phrase, widget)),
  );
}

interface SeenWidget {
  readonly widget: Widget;
  readonly caption: string | null;
  readonly type: BoxType;
}

function captionOf(widget: Widget, page: PageFacts, habits: CaptionHabits, { options }: SeenTicks): string | null {
  if (!isTick(widget)) return findCaption(widget, page, ANSWER_SIDES, habits)?.text ?? null;
  const option = options.get(widget);
  // In a table the words of a column stand over its boxes.
  return option === undefined ? (findCaption(widget, page, ['above'])?.text ?? null) : option;
}

function readBox(
  { widget, caption, type }: SeenWidget,
  page: PageFacts,
  headings: readonly Heading[],
  group: Grouping | null,
  isAsked: boolean,
): FoundBox {
  const area = areaOf(widget);
  return {
    type,
    label: group === null && !isAsked ? (widget.tooltip ?? caption) : (caption ?? widget.tooltip),
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
    cells: widget.cells === null ? null : compartments(area, widget.cells),
    continuations: null,
    widget,
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
  const members = new Map<string, { readonly group: Grouping; readonly widgets: Widget[] }>();
  for (const widget of widgets) {
    const group = groups.get(widget);
    if (group === undefined) continue;
    const known = members.get(group.name) ?? { group, widgets: [] };
    known.widgets.push(widget);
    members.set(group.name, known);
  }
  return [...members].map(([name, { group, widgets: own }]) => {
    const required = own.some((widget) => widget.required);
    return {
      name,
      label: questionLabel(group, own, pages),
      required,
      min_selected: required ? 1 : 0,
      max_selected: Math.min(group.max, own.length),
    };
  });
}

/** A radio group's tooltip stands for the whole group; else the words that ask, or those above the first option. */
function questionLabel(group: Grouping, widgets: readonly Widget[], pages: readonly PageFacts[]): string | null {
  const first = widgets[0];
  if (first === undefined) return null;
  const tooltips = new Set(widgets.map((widget) => widget.tooltip));
  if (group.max === 1 && first.tooltip !== null && tooltips.size === 1) return first.tooltip;
  if (group.label !== null) return group.label;
  const page = pages[first.page - 1];
  return page === undefined ? null : (findCaption(first, page, ['above', 'left'])?.text ?? null);
}

/** Shares of the height of a page: where its running head ends, and where its running foot begins. */
const HEAD = 0.065;
/** In points. */
const SAME_PLACE = 3;

/** The running heads and feet of a document: words at the edge of a page that stand on another in the same place. */
function runningWords(pages: readonly PageFacts[]): ReadonlySet<Phrase> {
  const edges = pages.map(({ phrases, geometry: { height } }) =>
    phrases.filter(({ top, bottom }) => bottom < HEAD * height || top > FOOT * height),
  );
  return new Set(
    edges.flatMap((own, index) =>
      own.filter((phrase) => {
        const beside = [...(edges[index - 1] ?? []), ...(edges[index + 1] ?? [])];
        return beside.some((other) => isAgain(phrase, other));
      }),
    ),
  );
}

/** The number of the page may differ. */
function isAgain(a: Phrase, b: Phrase): boolean {
  const apart = Math.max(Math.abs(a.left - b.left), Math.abs(a.top - b.top));
  return apart < SAME_PLACE && wording(a) === wording(b);
}

const wording = ({ text }: Phrase): string => text.replace(/\d+/gu, '#');
