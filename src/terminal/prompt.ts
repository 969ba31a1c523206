import { Writable } from 'node:stream';
import { type Colour, createColour } from './colour.js';
import type { Human } from './output.js';
import { createPlainPrompt } from './plain-prompt.js';
import { PromptLeft, PromptUnavailable } from './prompt-failure.js';
import { visible } from './text.js';
import type { Streams } from './streams.js';

/** Questions to a person; only when stdin and stderr are terminals and --no-input is not given. */
export interface Prompt {
  /** False: asking throws PromptUnavailable, so name the flag instead. */
  readonly available: boolean;
  confirm(question: string, otherwise?: boolean): Promise<boolean>;
  text(question: string, options?: TextQuestion): Promise<string>;
  secret(question: string): Promise<string>;
  /** `otherwise` is the choice that Enter takes; the first one unless told. */
  select<T extends string>(question: string, choices: readonly Choice<T>[], otherwise?: T): Promise<T>;
  /** The same as text, with the answer there to be changed and what is wrong with it told while it is typed. */
  edit(question: string, answer: EditQuestion): Promise<string>;
  /** Writes where the questions are written, between two of them. */
  say(text: Human): void;
  /** Writes an escape sequence of our own making, such as a picture. */
  draw(sequence: string): void;
  /** What the terminal has room for. */
  readonly room: Room;
  /** The same questions as numbered lines that are never drawn anew, for screen readers. */
  plain(): Prompt;
}

export interface EditQuestion {
  readonly initial: string;
  readonly check: (answer: string) => string | null;
}

export interface Room {
  readonly columns: number;
  readonly rows: number;
  readonly colour: boolean;
}

export interface TextQuestion {
  readonly otherwise?: string;
  /** Returns what is wrong with the answer, or null. */
  readonly check?: (answer: string) => string | null;
}

export interface Choice<T extends string> {
  readonly value: T;
  readonly name?: string;
  readonly description?: string;
}

/** Asks on stderr, so that stdout stays the result alone; the prompts are loaded at the first question. */
export function createPrompt(
  streams: Streams,
  allowed: () => boolean,
  signal: AbortSignal,
  colourOf: () => Colour = () => createColour(false),
): Prompt {
  const available = (): boolean => allowed() && streams.stdinIsTerminal && streams.stderrIsTerminal;
  const ask = async <T>(question: (prompts: Prompts, where: Where) => Promise<T>): Promise<T> => {
    if (!available())
      throw new PromptUnavailable('There is nobody to ask: this is no terminal, or --no-input is given.');
    const prompts = await import('@inquirer/prompts');
    try {
      return await question(prompts, { input: streams.stdin, output: kept(streams, colourOf().on), signal });
    } catch (error) {
      if (error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortPromptError')) {
        throw new PromptLeft('The question was left unanswered.');
      }
      throw error;
    }
  };
  const prompt: Prompt = {
    get available() {
      return available();
    },
    confirm: (question, otherwise = false) =>
      ask((prompts, where) => prompts.confirm({ message: visible(question), default: otherwise }, where)),
    text: (question, options = {}) =>
      ask(async (prompts, where) => {
        const { otherwise = '', check } = options;
        const asked = {
          message: visible(question),
          ...(otherwise === '' ? {} : { default: visible(otherwise) }),
          validate: (answer: string) => check?.(unshown(answer, otherwise)) ?? true,
          transformer: visible,
        };
        return unshown(await prompts.input(asked, where), otherwise);
      }),
    secret: (question) =>
      ask((prompts, where) => prompts.password({ message: visible(question), mask: false, toggleMask: false }, where)),
    select: (question, choices, otherwise) =>
      ask((prompts, where) =>
        prompts.select(
          {
            message: visible(question),
            pageSize: choices.length,
            ...(otherwise === undefined ? {} : { default: otherwise }),
            choices: choices.map(({ value, name, description }) => ({
              value,
              name: visible(name ?? value),
              ...(description === undefined ? {} : { description: visible(description) }),
            })),
          },
          where,
        ),
      ),
    edit: (question, { initial, check }) =>
      ask(async (prompts, where) => {
        const asked = {
          message: visible(question),
          default: visible(initial),
          prefill: 'editable' as const,
          validate: (answer: string) => check(unshown(answer, initial)) ?? true,
          // What is typed stands alone on the last line: the cursor is placed by that line.
          transformer: (answer: string, { isFinal }: { readonly isFinal: boolean }) =>
            isFinal ? visible(answer) : `\n  ${told(answer, initial, check)}\n  ${visible(answer)}`,
        };
        return unshown(await prompts.input(asked, where), initial);
      }),
    say: (text) =>
      void streams.stderr.write(`${typeof text === 'string' ? visible(text) : text(colourOf(), visible)}\n`),
    draw: (sequence) => void streams.stderr.write(sequence),
    get room() {
      const rows = 'rows' in streams.stderr ? streams.stderr.rows : undefined;
      return { columns: streams.columns ?? 80, rows: typeof rows === 'number' ? rows : 24, colour: colourOf().on };
    },
    plain: () => createPlainPrompt(prompt, streams.stdin, signal),
  };
  return prompt;
}

/** An answer that was offered is taken as it is, though it was shown without what could steer the terminal. */
const unshown = (answer: string, offered: string): string => (answer === visible(offered) ? offered : answer);

/** What an answer that is being typed is told of; nothing before the first key. */
const told = (answer: string, initial: string, check: EditQuestion['check']): string =>
  answer === '' && initial === '' ? '' : (check(answer) ?? 'This will do.');

/** The prompts end the stream they write to; stderr is needed afterwards. */
function kept({ stderr, columns }: Streams, colour: boolean): Writable {
  const writable = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => {
      // At once, not when it is written: the frames of two prompts would mix otherwise.
      stderr.write(colour ? chunk : String(chunk).replaceAll(styles, ''));
      done();
    },
  });
  return Object.assign(writable, { columns: columns ?? 80, isTTY: true });
}

/** The sequences that style text; the prompts write them whatever NO_COLOR says. */
const styles = /\p{Cc}\[[\d;]*m/gu;

type Prompts = typeof import('@inquirer/prompts');

interface Where {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}
