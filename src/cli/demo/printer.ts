import type { ShapeBlocks } from '../../contract/shape.js';
import type { Context } from '../context/context.js';
import { type Colour, createColour } from '../../core/terminal/colour.js';
import { visible } from '../../core/platform/visible-text.js';
import type { SeenDelivery } from './receiver.js';

/** The output of the demo: lines for a person, the same without colour in a pipe, NDJSON with --json. */
export interface Printer {
  title(text: string): Promise<void>;
  step(title: string): Promise<void>;
  /** A command line as typed. */
  command(line: string): Promise<void>;
  /** The result of a command; `facts` are the same for programs. */
  did(text: string, facts: object): Promise<void>;
  delivery(delivery: SeenDelivery): Promise<void>;
  say(value: object, lines: (colour: Colour) => readonly string[]): Promise<void>;
}

/** The lines of the demo for programs; a `result` has the facts of its step. */
export const demoLine = (s: ShapeBlocks) =>
  s.either(
    s.object({ type: s.literal('ready'), url: s.url }),
    s.object({ type: s.literal('title'), text: s.text }),
    s.object({ type: s.literal('step'), number: s.count, title: s.text }),
    s.object({ type: s.literal('command'), line: s.text }),
    s.object({
      type: s.literal('result'),
      url: s.optional(s.url),
      template_id: s.optional(s.text),
      fields: s.optional(s.count),
      roles: s.optional(s.list(s.text)),
      coverage: s.optional(s.record(s.count)),
      events: s.optional(s.list(s.text)),
      envelope_id: s.optional(s.text),
      status: s.optional(s.text),
      file: s.optional(s.text),
      sealed: s.optional(s.flag),
      documents: s.optional(s.count),
      sealed_at: s.optional(s.instant),
      trusted: s.optional(s.text),
    }),
    s.object({ type: s.literal('delivery'), id: s.text, event: s.text, verified: s.flag }),
    s.object({
      type: s.literal('done'),
      seconds: s.number,
      events: s.list(s.text),
      verified: s.count,
      files: s.list(s.object({ file: s.text, bytes: s.count })),
    }),
  );

const margin = '    ';

export function createPrinter({ output }: Context): Printer {
  let number = 0;
  const say: Printer['say'] = async (value, lines) => {
    if (output.form === 'json') return output.event(value, '');
    if (output.form === 'human') return output.event(value, (colour) => lines(colour).join('\n'));
    await output.text('line', lines(createColour(false)).join('\n'));
  };
  return {
    say,
    title: (text) => say({ type: 'title', text }, (colour) => [colour.bold(text)]),
    step: (title) => {
      number += 1;
      return say({ type: 'step', number, title }, (colour) => [
        '',
        `${colour.accent(String(number).padStart(2))}  ${colour.bold(title)}`,
      ]);
    },
    command: (line) =>
      say({ type: 'command', line }, (colour) => {
        const [first = '', ...rest] = visible(line).split('\n');
        return [`${margin}${colour.dim('$')} ${first}`, ...rest.map((more) => `${margin}  ${more}`)];
      }),
    did: (text, facts) =>
      say({ type: 'result', ...facts }, (colour) => [`${margin}${colour.good('✓')} ${visible(text)}`]),
    delivery: ({ id, event, verified }) =>
      say({ type: 'delivery', id, event, verified }, (colour) => {
        const words = verified ? colour.good('signature verified') : colour.bad('signature INVALID');
        return [`${margin}${colour.accent('←')} ${visible(event).padEnd(20)} ${words}`];
      }),
  };
}
