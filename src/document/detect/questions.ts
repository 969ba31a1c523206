import type { Widget } from '../engine/page-widgets.js';
import type { SeenQuestion } from './widget-ticks.js';

/** How the tick boxes and radio buttons of a form hang together. */
export interface Grouping {
  /** The question's name. */
  readonly name: string;
  /** The words that ask it, where the page shows them. */
  readonly label: string | null;
  /** How many may be ticked; Infinity for all of them. */
  readonly max: number;
}

/** The question that each tick box and radio button belongs to; single tick boxes belong to none. */
export function groupTicks(widgets: readonly Widget[]): ReadonlyMap<Widget, Grouping> {
  const groups = new Map<Widget, Grouping>();
  const ticks = widgets.filter((widget) => widget.kind === 'checkbox');
  for (const widget of widgets) if (widget.kind === 'radio') groups.set(widget, oneOf(widget.name));
  // One name, several values: a reader turns the others off, so one answer is what the form means.
  for (const [name, members] of byName(ticks, (tick) => tick.name)) {
    if (new Set(members.map((member) => member.exportValue)).size < 2) continue;
    for (const member of members) groups.set(member, oneOf(name));
  }
  const single = ticks.filter((tick) => !groups.has(tick));
  for (const [name, members] of byName(single, siblingsName)) {
    if (name === '' || members.length < 2) continue;
    const everyName = new Set(members.map((member) => member.name));
    if (everyName.size < 2 || widgets.some((other) => other.name.startsWith(`${name}.`) && other.kind !== 'checkbox'))
      continue;
    for (const member of members) groups.set(member, { name, label: null, max: Infinity });
  }
  return groups;
}

const oneOf = (name: string): Grouping => ({ name, label: null, max: 1 });

const NAMED_BY = 3;

/** The words that ask, or else those of the first options; with a number where `isTaken` knows them already. */
export function questionName(
  label: string | null,
  options: readonly string[],
  isTaken: (name: string) => boolean,
): string {
  const words = label ?? options.slice(0, NAMED_BY).join(' or ');
  let name = words;
  for (let number = 2; isTaken(name); number++) name = `${words} (${number})`;
  return name;
}

/**
 * The groups with what the pages show: the words that ask, boxes of which only one may be ticked whatever their author
 * called them, and questions that no name tells of.
 */
export function withSeen(
  named: ReadonlyMap<Widget, Grouping>,
  questions: readonly SeenQuestion[],
): ReadonlyMap<Widget, Grouping> {
  const groups = new Map(named);
  const taken = new Set([...named.values()].map(({ name }) => name));
  for (const { label, max, options, widgets } of questions) {
    const known = new Set(widgets.map((widget) => named.get(widget)));
    const [first] = known;
    if (known.size > 1) continue;
    const name = first?.name ?? questionName(label, options, (other) => taken.has(other));
    taken.add(name);
    for (const widget of widgets) groups.set(widget, { name, label, max: Math.min(max, first?.max ?? max) });
  }
  return groups;
}

/** The parent's name, where the form's author gave the tick boxes one that says something. */
function siblingsName(widget: Widget): string {
  const cut = widget.name.lastIndexOf('.');
  if (cut <= 0) return '';
  const parent = widget.name.slice(0, cut);
  const last = parent.split('.').at(-1) ?? '';
  return /^(page|form|subform|topmost|sheet|body|#)/iu.test(last) || /\[\d+\]$/u.test(last) ? '' : parent;
}

function byName(widgets: readonly Widget[], name: (widget: Widget) => string): ReadonlyMap<string, readonly Widget[]> {
  const found = new Map<string, Widget[]>();
  for (const widget of widgets) found.set(name(widget), [...(found.get(name(widget)) ?? []), widget]);
  return found;
}

/** Whether an export value says what it stands for; "On", "1" and "Choice2" do not. */
export function saysSomething(exportValue: string): boolean {
  return (
    /\p{L}{2}/u.test(exportValue) &&
    !/^(on|off|x|choice ?\d*|option ?\d*|value ?\d*|check(ed)?|true|\d+)$/iu.test(exportValue)
  );
}
