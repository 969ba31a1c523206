import type { Widget } from '../engine/page-widgets.js';

/** How the tick boxes and radio buttons of a form hang together. */
export interface Grouping {
  /** The question's name. */
  readonly name: string;
  readonly kind: 'one_of' | 'any_of';
}

/** The question that each tick box and radio button belongs to; single tick boxes belong to none. */
export function groupTicks(widgets: readonly Widget[]): ReadonlyMap<Widget, Grouping> {
  const groups = new Map<Widget, Grouping>();
  const ticks = widgets.filter((widget) => widget.kind === 'checkbox');
  for (const widget of widgets) if (widget.kind === 'radio') groups.set(widget, { name: widget.name, kind: 'one_of' });
  // One name, several values: a reader turns the others off, so one answer is what the form means.
  for (const [name, members] of byName(ticks, (tick) => tick.name)) {
    if (new Set(members.map((member) => member.exportValue)).size < 2) continue;
    for (const member of members) groups.set(member, { name, kind: 'one_of' });
  }
  const single = ticks.filter((tick) => !groups.has(tick));
  for (const [name, members] of byName(single, siblingsName)) {
    if (name === '' || members.length < 2) continue;
    const everyName = new Set(members.map((member) => member.name));
    if (everyName.size < 2 || widgets.some((other) => other.name.startsWith(`${name}.`) && other.kind !== 'checkbox'))
      continue;
    for (const member of members) groups.set(member, { name, kind: 'any_of' });
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
