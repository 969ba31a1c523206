import type { Context } from './context.js';
import { Cancelled, UsageFailure } from './failure.js';

/** An act that cannot be taken back, in words. */
export interface Act {
  /** What will happen, as a sentence without its full stop: `This voids the envelope “Lease” for everybody`. */
  readonly what: string;
  /** To whom, one a line: `Thandi Mokoena <thandi@example.test> (Tenant)`. */
  readonly toWhom?: readonly string[];
  /** The question itself; `Go on?` unless told. */
  readonly question?: string;
}

/** An act whose words have to be looked up first; null: it turns out that nothing has to be asked. */
export type LookedUp = () => Promise<Act | null>;

/**
 * Live safety: with a live key, says what will happen to whom and asks. A test key and an emulator are not asked about,
 * since nothing real happens. `--yes` answers; without a terminal it is needed. Throws Cancelled and UsageFailure.
 */
export async function confirmAct(context: Context, act: Act | LookedUp): Promise<void> {
  if (!(await isRealAndLive(context)) || context.flags().yes === true) return;
  const known = typeof act === 'function' ? await act() : act;
  if (known === null) return;
  const { what, toWhom = [], question = 'Go on?' } = known;
  const sentence = [`${what}.`, ...toWhom.map((person) => `  ${person}`)].join('\n');
  if (!context.prompt.available) {
    throw new UsageFailure(`${sentence}\nWith a live key this needs a yes, and there is nobody to ask.`, {
      code: 'confirmation_needed',
      hint: 'Add --yes to say yes beforehand.',
    });
  }
  context.output.note(sentence);
  if (!(await context.prompt.confirm(question))) throw new Cancelled();
}

/** The mode is visible on every write: `LIVE` on stderr, not under --json. */
export async function noteLive(context: Context): Promise<void> {
  const settings = context.settings();
  const key = await settings.key();
  if (key === null || key.value.mode === 'test') return;
  context.output.note(settings.emulator ? 'LIVE (emulator)' : `LIVE ${settings.baseUrl?.value ?? ''}`.trimEnd());
}

/** A key of unknown kind counts as live. */
async function isRealAndLive(context: Context): Promise<boolean> {
  const settings = context.settings();
  const key = await settings.key();
  return !settings.emulator && key !== null && key.value.mode !== 'test';
}
