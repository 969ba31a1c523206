import type { Context } from '../../cli/context/context.js';
import { fileNameOf } from '../../core/platform/file-name.js';
import { failureOf, runOwnAtTerminal, startOwn } from '../../cli/context/own-command.js';
import { reachFlags } from '../../cli/flags/reach-flags.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import type { DeskRow } from './arrange.js';
import type { Ask } from './desk.js';

/** What the keys of the desk do: each runs a command of this program, which reaches the same service. */

/** How a command ended, in a sentence. */
export interface Outcome {
  readonly words: string;
  readonly isBad: boolean;
}

/** Runs a command without the terminal. `said`: what to say when it has worked, with what it printed. */
export async function perform(
  context: Context,
  words: readonly string[],
  said: (printed: Readonly<Record<string, unknown>>) => string,
): Promise<Outcome> {
  const { env, cwd } = context.machine;
  const ran = await startOwn([...words, ...reachFlags(context.flags()), '--json', '--no-input'], { env, cwd }).ended;
  if (ran.code === 0) {
    const printed = parseJson(ran.stdout);
    return { words: said(isObject(printed) ? printed : {}), isBad: false };
  }
  const { message, hint } = failureOf(ran);
  return { words: hint === null ? message : `${message} ${hint}`, isBad: true };
}

/** Hands the terminal to a command until it has ended. */
export async function performAtTerminal(context: Context, words: readonly string[]): Promise<void> {
  const { env, cwd } = context.machine;
  await runOwnAtTerminal([...words, ...reachFlags(context.flags())], { env, cwd });
}

/** The command for what was asked about, with the answer. */
export function commandFor({ act, row, answer }: Ask): readonly string[] {
  const text = answer.trim();
  switch (act) {
    case 'void':
      return ['envelope', 'void', row.id, `--reason=${text}`, '--yes'];
    case 'draft':
      return ['envelope', 'draft', row.id, `--output=${text}`];
    case 'evidence':
      return ['envelope', 'evidence', row.id, `--output=${text}`];
  }
}

/** The question before an act, with an answer to take or to change. */
export function askAbout(act: Ask['act'], row: DeskRow): Ask {
  switch (act) {
    case 'void':
      return { act, row, question: 'Reason, kept on record:', answer: '' };
    case 'draft':
      return { act, row, question: 'Save the PDF as:', answer: fileName(row, 'draft.pdf') };
    case 'evidence':
      return { act, row, question: 'Save the evidence as:', answer: fileName(row, 'evidence.zip') };
  }
}

/** A name for a file about an envelope: its title, and the start of its ID, since many have the same title. */
function fileName({ id, seen }: DeskRow, ending: string): string {
  const title = (seen?.title ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/-$/, '');
  return fileNameOf(title, { after: `-${id.slice(0, 8)}-${ending}`, otherwise: 'envelope' });
}
