import type { Context } from '../../cli/context/context.js';
import { explain } from '../../cli/failure/explain.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import type { Asker } from '../../cli/context/until-connected.js';
import type { Template } from '../../contract/resources/template.js';
import type { WholeTemplate } from '../names-file/names.js';
import { ChangedMeanwhile } from '../wizard/held-template.js';
import { Memory } from '../wizard/memory.js';
import type { KeptFile } from './kept-file.js';
import type { Agreement, EditorState, Outcome } from './shapes.js';

/** A change that was saved: in words, and the command that does the same. */
export interface SavedChange {
  readonly words: string;
  readonly command: string;
}

export interface ActsParts {
  readonly context: Context;
  /** Called after each change; the page gets its answer afterwards. */
  readonly saved: (change: SavedChange) => Promise<void>;
  /** A file that is written when the names change. */
  readonly file: Pick<KeptFile, 'write'> | null;
}

/** What the acts change. */
interface Held {
  form(): Template;
  state(): EditorState;
  names(): WholeTemplate;
  /** Reads again what a change by somebody else may have reached. */
  reread(): Promise<void>;
}

/** One write of an act. */
interface Write {
  readonly send: () => Promise<void>;
  /** Whether the template shows the change: a response can be lost when its request was not. */
  readonly isSaved: () => boolean;
  /** Asked for once it is done. */
  readonly change: () => SavedChange;
}

/** What an act does besides reading. */
export interface Act {
  /** Null when there is nothing to ask, or when it was agreed to. */
  ask(id: Agreement, words: readonly string[], question: string): Outcome | null;
  /** Throws ChangedMeanwhile when somebody else was faster, and what writing throws. */
  save(write: Write): Promise<SavedChange>;
  /** What is to be saved, in the order of the writes: an act that ends half-way tells what is left of it. */
  leaves(what: readonly string[]): void;
}

/**
 * Carries out one act after the other. Each answers with an outcome: also one that fails half-way says what it saved,
 * and what it left.
 */
export class Acts {
  readonly #parts: ActsParts;
  readonly #held: Held;
  #last: Promise<unknown> = Promise.resolve();
  /** A write whose response was lost: the next look shows whether it was done. */
  #unsure: Write | null = null;

  constructor(parts: ActsParts, held: Held) {
    this.#parts = parts;
    this.#held = held;
  }

  run(agreed: readonly Agreement[], work: (act: Act) => Promise<Outcome>): Promise<Outcome> {
    const done = this.#last.then(() => this.#carryOut(agreed, work));
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** The write whose response was lost, if the template has it after all; it is reported then. */
  async settled(): Promise<SavedChange | null> {
    const write = this.#unsure;
    this.#unsure = null;
    if (write?.isSaved() !== true) return null;
    const change = write.change();
    await this.#tell(change);
    return change;
  }

  async #carryOut(agreed: readonly Agreement[], work: (act: Act) => Promise<Outcome>): Promise<Outcome> {
    const saved: string[] = [];
    let left: readonly string[] = [];
    const act: Act = {
      ask: (id, words, question) =>
        words.length === 0 || agreed.includes(id) ? null : { kind: 'ask', id, words, question },
      save: async (write) => {
        await this.#send(write);
        const change = write.change();
        saved.push(change.words);
        left = left.slice(1);
        await this.#tell(change);
        return change;
      },
      leaves: (what) => (left = what),
    };
    const outcome = await work(act).catch((error: unknown) => this.#failed(error));
    return await this.#kept(
      outcome.kind === 'saved' || saved.length === 0 ? outcome : { ...outcome, saved, left, state: this.#held.state() },
    );
  }

  async #send(write: Write): Promise<void> {
    this.#unsure = write;
    try {
      await write.send();
    } catch (error) {
      if (error instanceof NotConnected) throw error;
      this.#unsure = null;
      if (!(error instanceof ChangedMeanwhile)) throw error;
      await this.#held.reread();
      if (!write.isSaved()) throw error;
    }
    this.#unsure = null;
  }

  async #failed(error: unknown): Promise<Outcome> {
    if (error instanceof ChangedMeanwhile) {
      await this.#held.reread().catch(() => undefined);
      return { kind: 'changed', changes: error.changes, state: this.#held.state() };
    }
    const { message, hint, ours } = explain(error);
    if (ours) throw error;
    if (error instanceof NotConnected) {
      return { kind: 'refused', message: `${message} This page says when it is back.`, isAway: true };
    }
    return refused(hint === null ? message : `${message} ${hint}`);
  }

  async #tell(change: SavedChange): Promise<void> {
    await this.#parts.saved(change);
    // Read again each time: the wizard may be open beside the page.
    const memory = await Memory.open(this.#parts.context, this.#held.form());
    memory.didRun(change.command);
  }

  /** Writes the file after each change, also after one by somebody else. */
  async #kept(outcome: Outcome): Promise<Outcome> {
    const { file } = this.#parts;
    if (file === null || outcome.state === undefined) return outcome;
    const problem = await file.write(this.#held.names());
    return problem === null ? outcome : { ...outcome, problem };
  }
}

export const refused = (message: string): Outcome => ({ kind: 'refused', message });

class NotConnected extends CommandFailure {}

/** In place of the wizard's question whether to try again: the page says so, and its form keeps what was typed. */
export function awayAsker(): Asker {
  let words = '';
  return {
    say: (text) => {
      if (typeof text === 'string') words = text;
    },
    select: () => Promise.reject(new NotConnected(8, 'not_connected', words, { hint: 'Run the command again.' })),
  };
}
