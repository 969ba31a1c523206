import { Writable } from 'node:stream';
import { visible } from './text.js';
import type { Streams } from './streams.js';

/** Questions to a person; only when stdin and stderr are terminals and --no-input is not given. */
export interface Prompt {
  /** False: asking throws PromptUnavailable, so name the flag instead. */
  readonly available: boolean;
  confirm(question: string, otherwise?: boolean): Promise<boolean>;
  text(question: string, options?: TextQuestion): Promise<string>;
  secret(question: string): Promise<string>;
  select<T extends string>(question: string, choices: readonly Choice<T>[]): Promise<T>;
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

/** Asked where nobody can answer: exit 2. */
export class PromptUnavailable extends Error {
  override readonly name = 'PromptUnavailable';
}

/** The person left the question with Ctrl-C: exit 130. */
export class PromptLeft extends Error {
  override readonly name = 'PromptLeft';
}

/** Asks on stderr, so that stdout stays the result alone; the prompts are loaded at the first question. */
export function createPrompt(streams: Streams, allowed: () => boolean, signal: AbortSignal): Prompt {
  const available = (): boolean => allowed() && streams.stdinIsTerminal && streams.stderrIsTerminal;
  const ask = async <T>(question: (prompts: Prompts, where: Where) => Promise<T>): Promise<T> => {
    if (!available())
      throw new PromptUnavailable('There is nobody to ask: this is no terminal, or --no-input is given.');
    const prompts = await import('@inquirer/prompts');
    try {
      return await question(prompts, { input: streams.stdin, output: kept(streams), signal });
    } catch (error) {
      if (error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortPromptError')) {
        throw new PromptLeft('The question was left unanswered.');
      }
      throw error;
    }
  };
  return {
    get available() {
      return available();
    },
    confirm: (question, otherwise = false) =>
      ask((prompts, where) => prompts.confirm({ message: visible(question), default: otherwise }, where)),
    text: (question, options = {}) =>
      ask((prompts, where) =>
        prompts.input(
          {
            message: visible(question),
            ...(options.otherwise === undefined ? {} : { default: options.otherwise }),
            validate: (answer) => options.check?.(answer) ?? true,
          },
          where,
        ),
      ),
    secret: (question) =>
      ask((prompts, where) => prompts.password({ message: visible(question), mask: false, toggleMask: false }, where)),
    select: (question, choices) =>
      ask((prompts, where) =>
        prompts.select(
          {
            message: visible(question),
            choices: choices.map(({ value, name, description }) => ({
              value,
              name: visible(name ?? value),
              ...(description === undefined ? {} : { description: visible(description) }),
            })),
          },
          where,
        ),
      ),
  };
}

/** The prompts end the stream they write to; stderr is needed afterwards. */
function kept({ stderr, columns }: Streams): Writable {
  const writable = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => {
      // At once, not when it is written: the frames of two prompts would mix otherwise.
      stderr.write(chunk);
      done();
    },
  });
  return Object.assign(writable, { columns: columns ?? 80, isTTY: true });
}

type Prompts = typeof import('@inquirer/prompts');

interface Where {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}
