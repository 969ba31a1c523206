import { effectsOf, type KeyKind, sentencesOf, testKeyReason } from '../../contract/effects.js';
import type { Operation } from '../../contract/operation.js';
import { type OperationId, operations } from '../../contract/operations.js';
import type { Context } from '../context/context.js';
import { Cancelled, UsageFailure } from '../failure/failure.js';

/** What a confirmation says about an operation. */
export interface Act {
  /** What will happen, a sentence without the full stop: `This voids the envelope “Lease” for everybody`. */
  readonly what: string;
  /** Who is affected, one per line: `Thandi Mokoena <thandi@example.test> (Tenant)`. */
  readonly toWhom?: readonly string[];
  /** Default: `Continue?`. */
  readonly question?: string;
}

/** Looks up the words first; null: no confirmation is needed. */
export type LookedUp = () => Promise<Act | null>;

/** The request that is about to leave. */
export interface PlannedRequest {
  readonly operation: OperationId;
  readonly body?: unknown;
}

/**
 * Live safety: says what will happen to whom and asks, if the request emails people, cannot be undone, or changes what a
 * webhook endpoint receives. The row of the operation decides, and the kind of key where the service separates test and
 * live. An `act` replaces the words of the row, and always needs a confirmation with a live key. An emulator that proves
 * its identity needs none, unless it was started with `--ask`. `--yes` confirms; without a terminal it is required.
 * Throws Cancelled and UsageFailure.
 */
export async function confirmAct(
  context: Context,
  planned: PlannedRequest | readonly PlannedRequest[],
  act?: Act | LookedUp,
): Promise<void> {
  if (context.flags().yes === true) return;
  const key = await context.settings().key();
  if (key === null) return;
  const requests = [planned].flat();
  if (act === undefined && askedAbout(requests, 'live').length === 0) return;
  const kind = await confirmedAs(context, key.value.mode);
  if (kind === 'none') return;
  const isTest = kind === 'test';
  const asked = askedAbout(requests, kind);
  const sentences = [...new Set(asked.map(({ sentence }) => sentence))];
  if (sentences.length === 0 && (isTest || act === undefined)) return;
  const known = typeof act === 'function' ? await act() : (act ?? { what: sentences.join('. ') });
  if (known === null) return;
  const reasons = isTest ? [...new Set(asked.map(({ reason }) => reason))] : [];
  await ask(context, known, [...reasons, ...(await emulatorReasons(context))]);
}

/** The kind of key by which a write is confirmed; `none`: an emulator needs no confirmation. */
export async function confirmedAs(
  context: Pick<Context, 'confirmation'>,
  key: KeyKind,
  again = false,
): Promise<KeyKind | 'none'> {
  const confirmation = await context.confirmation(again);
  if (confirmation === 'none') return 'none';
  return confirmation === 'as_live' ? 'live' : key;
}

function askedAbout(requests: readonly PlannedRequest[], key: KeyKind) {
  return requests.flatMap(({ operation, body }) => {
    const row: Operation = operations[operation];
    return sentencesOf(effectsOf(row, body, key)).map((sentence) => ({ sentence, reason: testKeyReason(row) }));
  });
}

/** Why a confirmation is needed at what a profile says is an emulator. */
export async function emulatorReasons(context: Context): Promise<readonly string[]> {
  const { emulator, baseUrl } = context.settings();
  if (!emulator || baseUrl === null) return [];
  if ((await context.confirmation()) === 'as_live') {
    return [`The emulator at ${baseUrl.value} was started with --ask, so commands ask as with a live key.`];
  }
  return [`${baseUrl.value} does not prove that it is an emulator, so it is treated as a real service.`];
}

async function ask(context: Context, act: Act, reasons: readonly string[]): Promise<void> {
  const { what, toWhom = [], question = 'Continue?' } = act;
  const text = [`${what}.`, ...toWhom.map((person) => `  ${person}`), ...reasons].join('\n');
  if (!context.prompt.available) {
    throw new UsageFailure(`${text}\nThis needs a confirmation, but esign cannot ask without a terminal.`, {
      code: 'confirmation_needed',
      hint: 'Add --yes to confirm.',
    });
  }
  // Also under --json and --quiet, which silence notes: the question needs its context.
  context.prompt.say(text);
  if (!(await context.prompt.confirm(question))) throw new Cancelled();
}

/** Shows the mode of every write: `LIVE` on stderr, not under --json and --quiet. */
export async function noteLive(context: Context): Promise<void> {
  const { form } = context.output;
  if (form === 'json' || context.flags().quiet === true) return;
  const settings = context.settings();
  const key = await settings.key();
  if (key === null || key.value.mode === 'test') return;
  context.output.note(
    (await context.isEmulator()) ? 'LIVE (emulator)' : `LIVE ${settings.baseUrl?.value ?? ''}`.trimEnd(),
  );
}
