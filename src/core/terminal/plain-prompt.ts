import type { Readable } from 'node:stream';
import { createColour } from './colour.js';
import type { Prompt } from './prompt.js';
import { PromptLeft, PromptUnavailable } from './failure.js';
import { visible } from '../platform/visible-text.js';
import { fold } from './wrap.js';

/**
 * Questions as lines: numbered choices, no colours and no redrawing; an answer ends with Enter. The terminal edits the
 * line, so that screen readers work as usual. Secrets are still hidden.
 */
export function createPlainPrompt(fancy: Prompt, stdin: Readable, signal: AbortSignal): Prompt {
  const lines = lineReader(stdin, signal);
  const ask = async (question: string): Promise<string> => {
    if (!fancy.available) {
      throw new PromptUnavailable('Cannot ask without a terminal, for an agent or with --no-input.');
    }
    fancy.draw(`${fold(visible(question), fancy.room.columns - 1)} `);
    return (await lines()).trim();
  };
  const text = async (question: string, otherwise: string | undefined, check: Check): Promise<string> => {
    const full = otherwise === undefined || otherwise === '' ? `${question}:` : `${question} (Enter for ${otherwise}):`;
    for (;;) {
      const typed = await ask(full);
      const answer = typed === '' ? (otherwise ?? '') : typed;
      const problem = check(answer);
      if (problem === null) return answer;
      fancy.say(problem);
    }
  };
  const plain: Prompt = {
    get available() {
      return fancy.available;
    },
    confirm: async (question, otherwise = false) => {
      const answer = await text(`${question} (yes or no)`, otherwise ? 'yes' : 'no', (typed) =>
        /^(y|yes|n|no)$/i.test(typed) ? null : 'Type yes or no.',
      );
      return /^y/i.test(answer);
    },
    text: (question, options = {}) => text(question, options.otherwise, options.check ?? (() => null)),
    edit: (question, { initial, check }) => text(question, initial, check),
    secret: (question) => fancy.secret(question),
    select: async (question, choices, otherwise) => {
      fancy.say(question);
      choices.forEach(({ value, name, description }, index) =>
        fancy.say(`  ${index + 1}. ${name ?? value}${description === undefined ? '' : `. ${description}`}`),
      );
      const first = choices.findIndex(({ value }) => value === otherwise);
      const answer = await text('Number', String(Math.max(first, 0) + 1), (typed) =>
        /^\d{1,4}$/.test(typed) && choices[Number(typed) - 1] !== undefined
          ? null
          : `Type a number from 1 to ${choices.length}.`,
      );
      const chosen = choices[Number(answer) - 1];
      if (chosen === undefined) throw new RangeError('a question has at least one choice');
      return chosen.value;
    },
    say: (words) => fancy.say(typeof words === 'string' ? words : words(createColour(false), visible)),
    draw: () => undefined,
    screen: null,
    get room() {
      return { ...fancy.room, colour: false };
    },
    plain: () => plain,
  };
  return plain;
}

type Check = (answer: string) => string | null;

/** Maximum bytes of one line. */
const maxLineLength = 64 * 1024;

/** Reads lines one by one; input that is typed ahead is kept. Rejects when the input ends or the program stops. */
function lineReader(stdin: Readable, signal: AbortSignal): () => Promise<string> {
  let kept = '';
  const taken = (): string | null => {
    const end = kept.indexOf('\n');
    if (end === -1) return null;
    const line = kept.slice(0, end).replace(/\r$/, '');
    kept = kept.slice(end + 1);
    return line;
  };
  return () =>
    new Promise((resolve, reject) => {
      const ahead = taken();
      if (ahead !== null) return resolve(ahead);
      const finish = (then: () => void): void => {
        stdin.off('data', read);
        stdin.off('end', left);
        signal.removeEventListener('abort', left);
        stdin.pause();
        then();
      };
      const left = (): void => finish(() => reject(new PromptLeft('The question was not answered.')));
      const read = (chunk: Buffer | string): void => {
        kept = (kept + String(chunk)).slice(0, maxLineLength);
        const line = taken();
        if (line !== null) finish(() => resolve(line));
      };
      if (signal.aborted || stdin.readableEnded) return left();
      stdin.on('data', read);
      stdin.on('end', left);
      signal.addEventListener('abort', left);
      stdin.resume();
    });
}
