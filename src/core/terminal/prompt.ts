import { Writable } from 'node:stream';
import { type Colour, createColour } from './colour.js';
import type { Human } from './output.js';
import { createPlainPrompt } from './plain-prompt.js';
import { PromptEnded, PromptLeft, PromptUnavailable } from './failure.js';
import type { Tab } from './keyboard.js';
import { type Changes, hasRoom, type Screen } from './screen.js';
import { visible } from '../platform/visible-text.js';
import { styles, width } from './text.js';
import type { Streams } from './streams.js';
import { fold, foldAfter } from './wrap.js';

/** Questions to a person; only when stdin and stderr are terminals and --no-input is not set. */
export interface Prompt {
  /** False: asking throws PromptUnavailable, so name the flag in the message instead. */
  readonly available: boolean;
  confirm(question: string, otherwise?: boolean): Promise<boolean>;
  text(question: string, options?: TextQuestion): Promise<string>;
  secret(question: string): Promise<string>;
  /** `otherwise` is the choice for Enter (default: the first one). */
  select<T extends string>(question: string, choices: readonly Choice<T>[], otherwise?: T): Promise<T>;
  /** The same as text, validated while typing. What is typed replaces the initial answer; Tab edits it. */
  edit(question: string, answer: EditQuestion): Promise<string>;
  /**
   * Shows a screen until a key ends it, below what was said since the last question, or until `changes` reports a
   * change. Null if the terminal is too small.
   */
  readonly screen: (<S, R>(screen: Screen<S, R>, changes?: Changes) => Promise<R>) | null;
  /** Writes to the stream of the questions, between two of them. */
  say(text: Human): void;
  /** Writes an escape sequence of esign, such as a picture. */
  draw(sequence: string): void;
  /** The size of the terminal. */
  readonly room: Room;
  /** The same questions as numbered lines without redrawing, for screen readers. */
  plain(): Prompt;
}

interface EditQuestion {
  readonly initial: string;
  readonly check: (answer: string) => string | null;
  /** What is shown of a valid answer while it is typed (default: `Valid.`). */
  readonly note?: (answer: string) => string;
}

interface Room {
  readonly columns: number;
  readonly rows: number;
  readonly colour: boolean;
}

interface TextQuestion {
  readonly otherwise?: string;
  /** Returns what is wrong with the answer, or null. */
  readonly check?: (answer: string) => string | null;
  /** What Tab adds to what is typed. */
  readonly complete?: (typed: string) => Promise<string>;
}

export interface Choice<T extends string> {
  readonly value: T;
  readonly name?: string;
  readonly description?: string;
}

/** Asks on stderr, so that stdout contains only the result; the prompts are loaded for the first question. */
export function createPrompt(
  streams: Streams,
  allowed: () => boolean,
  signal: AbortSignal,
  colourOf: () => Colour = () => createColour(false),
): Prompt {
  /** Lines that were said since the last question. */
  let said = 0;
  const available = (): boolean => allowed() && streams.stdinIsTerminal && streams.stderrIsTerminal;
  const ask = async <T>(question: (prompts: Prompts, where: Where, tab: Tab) => Promise<T>): Promise<T> => {
    if (!available()) throw new PromptUnavailable('Cannot ask without a terminal, for an agent or with --no-input.');
    const prompts = await import('@inquirer/prompts');
    const { openKeyboard } = await import('./keyboard.js');
    const { output, again } = screen(streams, colourOf().on);
    const ended = new AbortController();
    const tab: Tab = { isIgnored: false };
    const keyboard = openKeyboard(streams.stdin, again, () => ended.abort(), tab);
    try {
      const either = AbortSignal.any([signal, ended.signal]);
      return await question(prompts, { input: keyboard.input, output, signal: either }, tab);
    } catch (error) {
      if (ended.signal.aborted) throw new PromptEnded('The input ended before the question was answered.');
      if (error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortPromptError')) {
        throw new PromptLeft('The question was not answered.');
      }
      throw error;
    } finally {
      said = 0;
      keyboard.release();
    }
  };
  const showScreen = <S, R>(screen: Screen<S, R>, changes?: Changes): Promise<R> =>
    ask(async (_prompts, where) => {
      const { screenPrompt } = await import('./screen-prompt.js');
      const above = said;
      const size = () => ({
        columns: prompt.room.columns,
        // The cursor has a row of its own. What was said may take half of the terminal.
        rows: prompt.room.rows - 1 - Math.min(above, Math.floor(prompt.room.rows / 2)),
      });
      const shown = { screen: screen as Screen<unknown, unknown>, room: size, colour: colourOf(), changes };
      return (await screenPrompt(shown, { ...where, clearPromptOnDone: true })) as R;
    });
  const room = (): number => streams.errorColumns ?? 80;
  const prompt: Prompt = {
    get available() {
      return available();
    },
    confirm: (question, otherwise = false) =>
      ask((prompts, where) =>
        prompts.confirm({ message: asked(question, '(y/N) yes'.length, room()), default: otherwise }, where),
      ),
    text: (question, options = {}) =>
      ask(async (prompts, where, tab) => {
        const { otherwise = '', check, complete } = options;
        let typed = '';
        if (complete !== undefined) tab.complete = () => complete(typed);
        const shown = {
          message: asked(question, width(visible(otherwise)) + '() '.length, room()),
          ...(otherwise === '' ? {} : { default: visible(otherwise) }),
          validate: (answer: string) => problem(check?.(unshown(answer, otherwise)), room()),
          transformer: (answer: string) => {
            typed = answer;
            tab.isIgnored = answer !== '' || otherwise === '';
            return visible(answer);
          },
        };
        return unshown(await prompts.input(shown, where), otherwise);
      }),
    secret: (question) =>
      ask((prompts, where) => {
        const message = asked(question, '[input is masked]'.length, room());
        return prompts.password({ message, mask: false, toggleMask: false }, where);
      }),
    select: (question, choices, otherwise) =>
      ask((prompts, where) => {
        const message = asked(question, 0, room());
        const last = `? ${message}`.split('\n').at(-1) ?? '';
        const shown = choices.map(({ value, name = value, description }) => ({
          value,
          name: foldAfter('❯', visible(name), room(), 2),
          short: foldAfter(last, visible(name), room(), 2),
          ...(description === undefined ? {} : { description: fold(visible(description), room()) }),
        }));
        // Visible lines, with a reserve for a resize: no choice is scrolled away.
        const pageSize = 2 * shown.reduce((lines, { name }) => lines + name.split('\n').length, 0);
        const start = otherwise === undefined ? {} : { default: otherwise };
        return prompts.select({ message, pageSize, ...start, choices: shown }, where);
      }),
    edit: (question, { initial, check, note }) =>
      ask(async (prompts, where, tab) => {
        let refused: string | undefined;
        const shown = {
          message: asked(question, width(visible(initial)) + '() '.length, room()),
          default: visible(initial),
          validate: (answer: string) => {
            const verdict = problem(check(unshown(answer, initial)), room());
            if (verdict !== true) refused = answer;
            return verdict;
          },
          // The answer is alone on the last line, which determines the cursor position.
          transformer: (answer: string, { isFinal }: { readonly isFinal: boolean }) => {
            tab.isIgnored = answer !== '' || initial === '';
            return isFinal
              ? visible(answer)
              : // The reason for a rejected answer is shown below it, only once.
                `\n${answer === refused ? '' : fold(`  ${liveCheck(answer, initial, check, note)}`, room())}\n  ${visible(answer)}`;
          },
        };
        return unshown(await prompts.input(shown, where), initial);
      }),
    get screen() {
      return available() && hasRoom(prompt.room) ? showScreen : null;
    },
    say: (text) => {
      const words = fold(typeof text === 'string' ? visible(text) : text(colourOf(), visible), streams.errorColumns);
      said += words.split('\n').length;
      streams.stderr.write(`${words}\n`);
    },
    draw: (sequence) => void streams.stderr.write(sequence),
    get room() {
      const rows = 'rows' in streams.stderr ? streams.stderr.rows : undefined;
      return { columns: room(), rows: typeof rows === 'number' ? rows : 24, colour: colourOf().on };
    },
    plain: () => createPlainPrompt(prompt, streams.stdin, signal),
  };
  return prompt;
}

/** A question after its sign, wrapped so that `behind` columns are left on its last line. */
function asked(question: string, behind: number, columns: number): string {
  const place = 'x'.repeat(Math.min(Math.max(behind, 1), Math.floor(columns / 2)));
  return foldAfter('?', `${visible(question)} ${place}`, columns, 2)
    .slice(0, -place.length)
    .replace(/ $/, '');
}

/** The error of an answer, after the sign in front of it; true for none. */
const problem = (words: string | null | undefined, columns: number): string | true =>
  words === null || words === undefined ? true : foldAfter('>', visible(words), columns, 2);

/** A suggested answer is accepted unchanged, although control characters were not shown. */
const unshown = (answer: string, offered: string): string => (answer === visible(offered) ? offered : answer);

/** The validation of an answer while it is typed; empty before the first key where nothing is suggested. */
function liveCheck(answer: string, initial: string, check: EditQuestion['check'], note = valid): string {
  if (answer === '') return initial === '' ? '' : `${note(initial)} Enter takes it, Tab edits it.`;
  return check(answer) ?? note(answer);
}

const valid = (_answer: string): string => 'Valid.';

/** The stream of one question. The prompts end their stream; stderr is needed afterwards. */
function screen(streams: Streams, colour: boolean): { readonly output: Writable; again(): void } {
  const { stderr } = streams;
  let drawn = '';
  const writable = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => {
      // The prompts write their styles whatever NO_COLOR says.
      const text = colour ? String(chunk) : String(chunk).replaceAll(styles(), '');
      // Synchronously: the frames of two prompts would be mixed otherwise.
      stderr.write(text);
      const frame = text.replace(erasing(), '');
      drawn = frame === text ? drawn + text : frame;
      done();
    },
  });
  const output = Object.defineProperty(Object.assign(writable, { isTTY: true }), 'columns', {
    // The width at the time of the next frame.
    get: () => streams.errorColumns ?? 80,
  });
  return { output, again: () => void stderr.write(drawn) };
}

/** The start of a frame: it removes the previous one, line by line from the last one. */
const erasing = (): RegExp => /^(?:\p{Cc}\[\d+B)?(?:\p{Cc}\[2K(?:\p{Cc}\[1A)?)+(?:\p{Cc}\[G)?/u;

type Prompts = typeof import('@inquirer/prompts');

interface Where {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}
