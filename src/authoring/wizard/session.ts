import { ServiceFailure } from '../../client/failure.js';
import type { Context } from '../../cli/context/context.js';
import type { Contract } from '../../contract/overlay/contract.js';
import type { Field } from '../../contract/resources/template.js';
import type { Choice, Prompt } from '../../core/terminal/prompt.js';
import type { Changes } from '../../core/terminal/screen.js';
import type { CommandLines } from './command-lines.js';
import { ChangedMeanwhile, type HeldTemplate } from './held-template.js';
import type { Memory } from './memory.js';
import type { Answers } from './questions.js';

/** What the steps of one conversation share. */
export interface Session {
  readonly context: Context;
  readonly prompt: Prompt;
  readonly template: HeldTemplate;
  readonly memory: Memory;
  readonly lines: CommandLines;
  readonly pictures: Pictures;
  readonly contract: Contract | undefined;
  /** What follows the people, such as `names`. */
  readonly afterPeople: string;
  /** Opens the page of the template beside the wizard; answers with its address, in words. */
  openPage(): Promise<string>;
  /** What is saved on a page beside the wizard; a screen that is shown then ends, to be shown as it is now. */
  readonly changes: Changes | undefined;
  /** Names that were accepted in one go, to be taken back; the last one is on top. */
  readonly undo: Accepted[];
}

interface Accepted {
  /** The command line that did it. */
  readonly line: string;
  /** The fields as they were. */
  readonly before: readonly Field[];
}

/** Pictures of pages. The conversation continues when one cannot be drawn. */
export interface Pictures {
  /** Whether the terminal can show a picture at all, and whether there is room to show it unasked. */
  readonly inTerminal: 'no' | 'asked' | 'always';
  /** Draws a page of a document with these boxes marked. */
  show(documentId: string, page: number, marked: readonly Field[]): Promise<void>;
}

export type Show = NonNullable<Prompt['screen']>;

/** Shows screens; null where there is no room for them. */
export function showOf({ prompt, changes }: Session): Show | null {
  const { screen } = prompt;
  return screen === null ? null : (shown) => screen(shown, changes);
}

/** Where the conversation goes after a step. */
export type Move = 'on' | 'back' | 'leave';

export const leaveChoice: Choice<'leave'> = { value: 'leave', name: 'Save and quit' };
export const backChoice: Choice<'back'> = { value: 'back', name: 'Back' };
/** What is typed into a text question to go back. */
export const backWord = '<';

/** Asks for a text; null when the person wants to go back. */
export async function askText(
  { prompt }: Session,
  words: string,
  otherwise: string,
  check: (answer: string) => string | null,
  complete?: (typed: string) => Promise<string>,
): Promise<string | null> {
  const answer = await prompt.text(`${words} (${backWord} to go back)`, {
    otherwise,
    ...(complete === undefined ? {} : { complete }),
    check: (typed) => (typed.trim() === backWord ? null : check(typed.trim())),
  });
  return answer.trim() === backWord ? null : answer.trim();
}

/**
 * Carries out one write of the conversation. When somebody else was faster, says what changed and asks whether to do it
 * all the same, on the template as it is now. A refusal by the service's rules is said, and the step is asked again.
 */
export async function attemptWrite(session: Session, what: string, act: () => Promise<void>): Promise<boolean> {
  const { prompt } = session;
  for (;;) {
    try {
      await act();
      return true;
    } catch (error) {
      if (error instanceof ChangedMeanwhile) {
        sayChanged(session, error);
        if (!(await prompt.confirm(`${what} anyway?`, true))) return false;
      } else if (error instanceof ServiceFailure && correctable.has(error.code)) {
        prompt.say(`The service rejected this: ${error.message}`);
        return false;
      } else throw error;
    }
  }
}

/** Saves a decision about a person, notes the command that does the same, and says it. False: nothing was saved. */
export async function decideAndSay(
  session: Session,
  personId: string,
  answers: Answers,
  said: string,
): Promise<boolean> {
  const { prompt, template, memory, lines } = session;
  if (!(await attemptWrite(session, 'Save your decision', () => template.decide(personId, answers)))) return false;
  memory.didRun(lines.decide(personId, answers));
  prompt.say(said);
  return true;
}

/** Refusals that another answer can mend. */
const correctable = new Set(['invalid_request', 'witness_is_permanent', 'field_unknown', 'cannot_be_drawn']);

/** Says what somebody else changed. */
export function sayChanged({ prompt }: Session, { changes }: ChangedMeanwhile): void {
  const shown = changes.slice(0, 20);
  prompt.say('');
  prompt.say('The template was changed by someone else:');
  for (const change of shown) prompt.say(`- ${change}`);
  if (changes.length > shown.length) prompt.say(`And ${changes.length - shown.length} more.`);
  prompt.say('Your answers are saved. The wizard continues with the current template.');
}
