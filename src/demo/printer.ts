import type { Context } from '../cli/context.js';
import { type Colour, createColour } from '../terminal/colour.js';
import { visible } from '../terminal/text.js';
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

/** Property names of its lines. */
export const lineFields = (
  'type text number title line url template_id fields roles coverage events ' +
  'id event verified envelope_id status file sealed documents sealed_at trusted ' +
  'seconds files'
).split(' ');

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
