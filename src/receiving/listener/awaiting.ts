import type { Context } from '../../cli/context/context.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import type { ExitCode } from '../../cli/failure/exit-code.js';
import { Expected, type Arrived, type Expectation } from '../../listen/receive/expect.js';
import { replacedReport, type TestCase, writeJunit } from '../../listen/receive/junit.js';
import type { Report } from '../../listen/receive/report.js';
import type { ChildProgram } from '../../cli/context/child-program.js';
import type { ListenOptions } from './options.js';

const timeoutMs = 60_000;
const never = new Promise<void>(() => undefined);

/** Waits for the end of listening: Ctrl-C, the command after `--`, or the expected events, whichever is first. */
export class Awaiting {
  readonly #context: Context;
  readonly #options: ListenOptions;
  readonly #expected: Expected | undefined;
  readonly #began: number;
  readonly #cases: TestCase[] = [];
  /** When each event of each envelope first arrived. */
  readonly #came = new Map<string, Arrived & { readonly at: number }>();
  /** The envelopes that count; null for all. */
  readonly #only: Set<string> | null;
  #wake: () => void = () => undefined;
  #refused = 0;
  /** Rejected deliveries since the last verified one. */
  #refusedLast = 0;

  constructor(context: Context, options: ListenOptions) {
    this.#context = context;
    this.#options = options;
    const named = options.envelope?.slice(0, 1) ?? [];
    this.#only = named.length > 0 || countsOwn(options) ? new Set(named) : null;
    this.#expected = options.expect === undefined ? undefined : new Expected(options.expect, this.#only);
    this.#began = context.clock.now();
  }

  arrived(event: string, envelopeId: string): void {
    this.#refusedLast = 0;
    if (this.#expected === undefined) return;
    const mark = `${event} ${envelopeId}`;
    if (!this.#came.has(mark)) this.#came.set(mark, { event, envelopeId, at: this.#context.clock.now() });
    this.#expected.take({ event, envelopeId });
    this.#wake();
  }

  /** The only envelopes that count; undefined if all do. */
  get own(): readonly string[] {
    return [...(this.#only ?? [])];
  }

  /** The envelopes that the command created, sent or voided. Earlier deliveries for them also count. */
  noted(envelopes: readonly string[]): void {
    for (const id of envelopes) this.#only?.add(id);
    this.#wake();
  }

  report(report: Report): void {
    const count = report.is === 'refused' ? 1 : report.is === 'refused-more' ? report.count : 0;
    this.#refused += count;
    this.#refusedLast += count;
    if (report.is === 'delivery') this.#refusedLast = 0;
  }

  /** If nothing verifies any more, a success would hide it, for example after a rotation elsewhere. */
  checkVerified(): void {
    if (this.#refusedLast === 0 || this.#context.signal.aborted) return;
    const many = this.#refusedLast === 1 ? 'The last delivery' : `The last ${this.#refusedLast} deliveries`;
    throw new CommandFailure(9, 'not_verified', `${many} failed verification.`, {
      hint: 'To find out why, run `esign event list --refused` and `esign event show ID`.',
      details: { refused: this.#refused },
    });
  }

  /** Resolves or throws with the result of the run, or when the user has left. The command, if any, has exited by then. */
  async end(command: ChildProgram | null, lost: Promise<never>, left = never): Promise<void> {
    const { signal } = this.#context;
    const stopped = Promise.race([aborted(signal), left]);
    try {
      const code = command === null ? null : await this.#commandEnds(command, stopped, lost);
      if (command !== null && code !== null)
        this.#note(`the command ${command.words}`, code === 0 ? null : `exit code ${code}`);
      if (code !== null && code !== 0) throw this.#commandFailed(command, code);
      if (this.#expected === undefined) {
        if (command === null) await Promise.race([stopped, lost]);
        return;
      }
      const isOver = code !== null && command?.isRunning() === false;
      if (isOver && this.#lacksEnvelope()) this.#settle(this.#expected.state(), null);
      await this.#awaitEvents(stopped, lost);
    } finally {
      await command?.stop();
    }
  }

  /** The exit code of the command; null when listening was stopped before. Without events it has until --max-wait. */
  async #commandEnds(command: ChildProgram, stopped: Promise<void>, lost: Promise<never>): Promise<number | null> {
    const { clock } = this.#context;
    const wait = this.#expected === undefined ? this.#options.maxWait : undefined;
    const limit = new AbortController();
    const late = wait === undefined ? [] : [clock.sleep(wait, limit.signal).then(() => 'late' as const)];
    for (const each of late) each.catch(() => undefined);
    try {
      const code = await Promise.race([command.ended, stopped.then(() => null), lost, ...late]);
      if (code !== 'late') return code;
      const words = `the command did not exit within ${(wait ?? 0) / 1000} s`;
      this.#note(`the command ${command.words}`, words);
      throw new CommandFailure(
        12,
        'command_late',
        `\`${command.words}\` did not exit within ${(wait ?? 0) / 1000} s.`,
        {
          hint: 'Use a longer --max-wait.',
        },
      );
    } finally {
      limit.abort(new Error('no longer waited for'));
    }
  }

  /** Writes the requested report. */
  async writeJunit(): Promise<void> {
    const { junit } = this.#options;
    if (junit === undefined) return;
    const { clock, files } = this.#context;
    if (this.#refused > 0) this.#note('every delivery verifies', `${this.#refused} did not`);
    const text = writeJunit('esign listen', this.#cases, new Date(clock.now()).toISOString());
    await files.write(junit, text, replacedReport);
  }

  async #awaitEvents(stopped: Promise<void>, lost: Promise<never>): Promise<void> {
    const { clock } = this.#context;
    const limit = new AbortController();
    const wait = this.#options.maxWait ?? timeoutMs;
    const timeout = clock.sleep(wait, limit.signal).then(() => 'timeout' as const);
    timeout.catch(() => undefined);
    const stop = stopped.then(() => 'stopped' as const);
    try {
      for (;;) {
        const news = new Promise<'news'>((resolve) => {
          this.#wake = () => resolve('news');
        });
        const state = this.#expected?.state() ?? { is: 'met', envelopeId: '' };
        if (state.is !== 'open') return this.#settle(state, null);
        const why = await Promise.race([news, timeout, stop, lost]);
        if (why !== 'news') return this.#settle(this.#expected?.state() ?? state, why === 'timeout' ? wait : 'stopped');
      }
    } finally {
      limit.abort(new Error('no longer waited for'));
    }
  }

  #settle(state: Expectation, waited: number | 'stopped' | null): void {
    const missing = state.is === 'met' ? [] : [...state.missing];
    const left = [...missing];
    for (const event of this.#options.expect ?? []) {
      const at = left.indexOf(event);
      if (at !== -1) left.splice(at, 1);
      this.#note(`${event} arrives`, at === -1 ? null : this.#whyNot(state, waited), this.#cameAt(event));
    }
    if (state.is === 'met' || waited === 'stopped') return;
    const details = { missing };
    if (this.#lacksEnvelope()) {
      throw new CommandFailure(
        waited === null ? 10 : 12,
        'no_envelope',
        `${sentence(noEnvelope)}, so no delivery counts.`,
        {
          hint: 'Make the command use ESIGN_BASE_URL, or accept every envelope with --any-envelope.',
          details,
        },
      );
    }
    if (state.is === 'impossible') {
      throw new CommandFailure(
        10,
        'cannot_come',
        `${missing.join(', ')} can no longer arrive: ${came(state.because)}.`,
        {
          details,
        },
      );
    }
    throw new CommandFailure(12, 'not_come', `${missing.join(', ')} did not arrive within ${(waited ?? 0) / 1000} s.`, {
      hint: this.#cameOfOthers(missing)
        ? 'They arrived for envelopes that the command did not create. Accept every envelope with --any-envelope.'
        : 'Use a longer --max-wait, or list the received events with `esign event list`.',
      details,
    });
  }

  /** The command did not create, send or void an envelope, and only its own envelopes count. */
  #lacksEnvelope(): boolean {
    return countsOwn(this.#options) && this.#only?.size === 0;
  }

  #cameOfOthers(missing: readonly string[]): boolean {
    if (!countsOwn(this.#options)) return false;
    return [...this.#came.values()].some(({ event, envelopeId }) => {
      return missing.includes(event) && this.#only?.has(envelopeId) === false;
    });
  }

  /** When the event first arrived for an envelope that counts. */
  #cameAt(wanted: string): number | undefined {
    const counts = (id: string): boolean => this.#only?.has(id) ?? true;
    return [...this.#came.values()].find(({ event, envelopeId }) => event === wanted && counts(envelopeId))?.at;
  }

  #whyNot(state: Expectation, waited: number | 'stopped' | null): string {
    if (waited !== 'stopped' && this.#lacksEnvelope()) return noEnvelope;
    if (state.is === 'impossible') return `it can no longer arrive: ${came(state.because)}`;
    return waited === 'stopped'
      ? 'the listener was stopped before it arrived'
      : `it did not arrive within ${(waited ?? 0) / 1000} s`;
  }

  #note(name: string, failure: string | null, at = this.#context.clock.now()): void {
    this.#cases.push({ name, seconds: Math.max(0, at - this.#began) / 1000, failure });
  }

  /** esign exits with the code of the command, whatever it means there. */
  #commandFailed(command: ChildProgram | null, code: number): CommandFailure {
    for (const event of this.#options.expect ?? []) {
      const at = this.#cameAt(event);
      this.#note(`${event} arrives`, at === undefined ? 'the command failed before it arrived' : null, at);
    }
    const words = `\`${command?.words ?? ''}\` exited with code ${code}.`;
    return new CommandFailure(code as ExitCode, 'command_failed', words, { details: { command_exit_code: code } });
  }
}

/** Whether only envelopes that the command creates, sends or voids count. */
export const countsOwn = ({ expect, words, anyEnvelope, envelope }: ListenOptions): boolean =>
  expect !== undefined && words.length > 0 && anyEnvelope !== true && envelope === undefined;

const noEnvelope = 'the command did not create, send or void an envelope through ESIGN_BASE_URL';
const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
const came = ({ event, envelopeId }: Arrived): string => `${event} arrived for ${envelopeId}`;

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
