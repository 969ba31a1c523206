import { Option } from 'commander';
import type { ShapeBlocks } from '../../contract/shape.js';
import type { Human, OutputEvent } from '../../core/terminal/output.js';
import type { Context } from '../context/context.js';

/** What a list that is followed prints of one result. */
export interface Followed {
  readonly id: string;
  readonly value: object;
  readonly human: Human;
}

/** Milliseconds between two reads without new results. */
const lookAgain = 250;

export const followOption = (): Option =>
  new Option('--follow', 'keep showing new results until Ctrl-C, as NDJSON with --json');

/** The first line of a list that is followed. */
export const followReady = (s: ShapeBlocks) => s.object({ type: s.literal('ready') });

/** Prints what `read` returns, again and again until Ctrl-C: the first time what is there, then what is new. */
export async function followList(
  { output, clock, signal }: Pick<Context, 'output' | 'clock' | 'signal'>,
  head: Human | null,
  read: () => Promise<readonly Followed[]>,
): Promise<void> {
  for (let first = true; !signal.aborted; first = false) {
    const found = await read();
    if (output.form === 'ids') for (const { id } of found) await output.text('id', id);
    else await output.events([...(first ? ready(output, head) : []), ...found]);
    await clock.sleep(lookAgain, signal).catch(() => undefined);
  }
}

const ready = ({ form }: Pick<Context['output'], 'form'>, head: Human | null): readonly OutputEvent[] =>
  form === 'human' && head === null ? [] : [{ value: { type: 'ready' }, human: head ?? '' }];
