import { effectsOf, sentencesOf, testKeyReason } from '../contract/effects.js';
import type { Operation } from '../contract/operation.js';
import { type OperationId, operations } from '../contract/operations.js';
import type { Context } from './context.js';
import { Cancelled, UsageFailure } from './failure.js';

/** An act that cannot be taken back, in words. */
export interface Act {
  /** What will happen, as a sentence without its full stop: `This voids the envelope “Lease” for everybody`. */
  readonly what: string;
  /** To whom, one a line: `Thandi Mokoena <thandi@example.test> (Tenant)`. */
  readonly toWhom?: readonly string[];
  /** The question itself; default: `Continue?`. */
  readonly question?: string;
}

/** An act whose words have to be looked up first; null: it turns out that nothing has to be asked. */
export type LookedUp = () => Promise<Act | null>;

/** The request that is about to leave. */
export interface Meant {
  readonly operation: OperationId;
  readonly body?: unknown;
}

/**
 * Live safety: says what will happen to whom and asks, where the request emails people, cannot be taken back, or changes
 * what a webhook endpoint receives. The row of the operation decides, and the key only where the service keeps test and
 * live apart. An `act` says it in better words, and is asked about with a live key in any case. An emulator that proves
 * itself is not asked about. `--yes` answers; without a terminal it is needed. Throws Cancelled and UsageFailure.
 */
export async function confirmAct(
  context: Context,
  meant: Meant | readonly Meant[],
  act?: Act | LookedUp,
): Promise<void> {
  if (context.flags().yes === true) return;
  const key = await context.settings().key();
  if (key === null) return;
  const isTest = key.value.mode === 'test';
  const asked = [meant].flat().flatMap(({ operation, body }) => {
    const row: Operation = operations[operation];
    const sentences = sentencesOf(effectsOf(row, body, key.value.mode));
    return sentences.map((sentence) => ({ sentence, reason: testKeyReason(row) }));
  });
  const sentences = [...new Set(asked.map(({ sentence }) => sentence))];
  if (sentences.length === 0 && (isTest || act === undefined)) return;
  if (await context.isEmulator()) return;
  const known = typeof act === 'function' ? await act() : (act ?? { what: sentences.join('. ') });
  if (known === null) return;
  const reasons = isTest ? [...new Set(asked.map(({ reason }) => reason))] : [];
  await ask(context, known, [...reasons, ...unproven(context)]);
}

/** A profile that says emulator, and what answers there does not prove it. */
function unproven(context: Context): readonly string[] {
  const { emulator, baseUrl } = context.settings();
  if (!emulator || baseUrl === null) return [];
  return [`${baseUrl.value} does not prove that it is an emulator, so it counts as a real service.`];
}

async function ask(context: Context, act: Act, reasons: readonly string[]): Promise<void> {
  const { what, toWhom = [], question = 'Continue?' } = act;
  const told = [`${what}.`, ...toWhom.map((person) => `  ${person}`), ...reasons].join('\n');
  if (!context.prompt.available) {
    throw new UsageFailure(`${told}\nThis needs a confirmation, and there is no terminal to ask on.`, {
      code: 'confirmation_needed',
      hint: 'Add --yes to confirm it in advance.',
    });
  }
  // Also under --json and --quiet, which silence notes: nobody is asked without being told what.
  context.prompt.say(told);
  if (!(await context.prompt.confirm(question))) throw new Cancelled();
}

/** The mode is visible on every write: `LIVE` on stderr, not under --json. */
export async function noteLive(context: Context): Promise<void> {
  const { form } = context.output;
  // Nobody would see it.
  if (form === 'json' || context.flags().quiet === true) return;
  const settings = context.settings();
  const key = await settings.key();
  if (key === null || key.value.mode === 'test') return;
  context.output.note(
    (await context.isEmulator()) ? 'LIVE (emulator)' : `LIVE ${settings.baseUrl?.value ?? ''}`.trimEnd(),
  );
}
