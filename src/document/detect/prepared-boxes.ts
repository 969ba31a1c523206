import { areaOf } from '../engine/page-glyphs.js';
import type { Widget } from '../engine/page-widgets.js';
import { fieldKind } from '../prepare/prepared-field.js';
import { type PreparedEntry, readPreparedEntry } from '../prepare/prepared-entry.js';
import type { FoundQuestion } from '../read-document.js';
import { compartments } from './flat/place.js';
import type { FoundBox } from './found-box.js';
import type { PageFacts } from './page-facts.js';

/** The boxes that `template prepare` wrote into a document, as they were drawn, and its pages without them. */
export function takePrepared(all: readonly PageFacts[]): {
  readonly prepared: { readonly boxes: readonly FoundBox[]; readonly questions: readonly FoundQuestion[] };
  readonly pages: readonly PageFacts[];
} {
  const questions = new Map<string, FoundQuestion>();
  const boxes: FoundBox[] = [];
  const pages = all.map((page) => {
    const others = page.widgets.filter((widget) => {
      const entry = entryOf(widget);
      if (entry === null) return true;
      const box = boxOf(widget, entry);
      if (entry.line !== true || !runsOn(boxes, box)) boxes.push(box);
      if (entry.group !== null && !questions.has(entry.group.name)) {
        questions.set(entry.group.name, { ...entry.group, required: entry.group.min_selected > 0 });
      }
      return false;
    });
    return others.length === page.widgets.length ? page : { ...page, widgets: others };
  });
  return { prepared: { boxes, questions: [...questions.values()] }, pages };
}

/** Gives a further line to the text before it that has its words; false where that was deleted. */
function runsOn(boxes: FoundBox[], { page, label, area }: FoundBox): boolean {
  const head = boxes.at(-1);
  if (head?.type !== 'text' || head.page !== page || head.label !== label) return false;
  const continuations = [...(head.continuations ?? []), { page, area }];
  boxes[boxes.length - 1] = { ...head, multiline: true, cells: null, continuations };
  return true;
}

/** An entry of another kind of field than its widget says nothing. */
function entryOf({ entry, kind }: Widget): PreparedEntry | null {
  const said = readPreparedEntry(entry);
  return said !== null && KINDS[fieldKind(said.type)].includes(kind) ? said : null;
}

const KINDS: Readonly<Record<ReturnType<typeof fieldKind>, readonly Widget['kind'][]>> = {
  Tx: ['text'],
  Ch: ['choice'],
  Btn: ['checkbox', 'radio'],
  Sig: ['signature'],
};

function boxOf(widget: Widget, { type, label, role, key, subject, group, option }: PreparedEntry): FoundBox {
  const area = areaOf(widget);
  const words = label ?? widget.tooltip;
  return {
    type,
    label: words === '' ? null : words,
    required: group === null ? widget.required : group.min_selected > 0,
    page: widget.page,
    area,
    options: type === 'dropdown' ? widget.options : null,
    question: group?.name ?? null,
    option_value: option,
    context: {
      label: words === '' ? null : words,
      row: null,
      column: null,
      option,
      section: null,
      nearby: [],
      widget_name: widget.name,
      tooltip: widget.tooltip,
    },
    tag: { role, key, subject: subject ?? null },
    multiline: widget.multiline,
    cells: widget.cells === null ? null : compartments(area, widget.cells),
    continuations: null,
    widget,
  };
}
