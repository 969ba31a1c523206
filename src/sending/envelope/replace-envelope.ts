import { createHash } from 'node:crypto';
import { explain } from '../../cli/failure/explain.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import type { CallOptions } from '../../client/call.js';
import type { Client } from '../../client/client.js';
import { ServiceFailure } from '../../client/failure.js';
import { canonicalJson } from '../../contract/canonical-json.js';
import type { BodyOf } from '../../contract/operations.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import { openEnvelopeStates } from '../../contract/states.js';
import { type RecordedRequest, settlementIn } from '../../store/entry.js';
import type { RequestJournal } from '../../store/requests.js';
import type { Draft } from './create-options.js';

/**
 * Replaces a sent envelope by a corrected one in three requests: the corrected one is created as a draft, the old one is
 * voided, the draft is sent. So the service has accepted the new one before the old one is voided, and two are never out
 * for signature at once. The keys of the first two requests name the old envelope and what the new one says, so that the
 * same correction continues an earlier run, and the service itself tells which correction voided the old one.
 */

/** What reason is kept on record, unless the user names one. */
export const replacedReason = 'Replaced by a corrected envelope';

export interface Replacement {
  /** As it was read for the question. */
  readonly before: Envelope;
  /** The corrected one as a draft, without `send`. */
  readonly body: Draft;
  readonly reason: string;
  /** Of the creation; the voiding has it with `-void`. */
  readonly key: string;
}

export interface ReplacingWith {
  readonly client: Pick<Client, 'call'>;
  readonly journal: Pick<RequestJournal, 'requestsUnder' | 'listOpen' | 'settled'>;
  readonly host: string;
}

/** How it ended. */
export interface Replaced {
  readonly envelope: Envelope;
  /** An earlier run had sent it. */
  readonly wasSent: boolean;
}

/** An earlier run for the same envelope, as far as it is recorded here. */
export interface EarlierReplacement {
  readonly key: string;
  readonly draft: string | null;
  /** Whether it voided the envelope; null: it tried, and the outcome is unknown. */
  readonly voided: boolean | null;
}

const beginning = (id: string): string => `correct-${id.toLowerCase()}-`;

/** `deadline`: as the user gave it, since `--expires-in` is another instant in each run. */
export function replacementKey(id: string, body: Draft, deadline: unknown): string {
  const said = Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'expires_at'));
  const digest = createHash('sha256').update(canonicalJson([said, deadline ?? null]));
  return `${beginning(id)}${digest.digest('hex').slice(0, 24)}`;
}

/** What earlier runs did with an envelope, oldest first. Throws JournalFailure. */
export async function earlierReplacements(
  journal: Pick<RequestJournal, 'requestsUnder'>,
  host: string,
  id: string,
): Promise<readonly EarlierReplacement[]> {
  const requests = (await journal.requestsUnder(beginning(id))).filter((each) => each.host === host);
  const keys = new Set(requests.map(({ key = '' }) => key.replace(/-void$/, '')));
  return [...keys].map((key) => {
    const made = requests.find((each) => each.key === key && each.settled?.resource !== undefined);
    const voids = requests.filter((each) => each.key === `${key}-void`).map(settlementIn);
    const voided = voids.includes('done') ? true : voids.includes('unknown') ? null : false;
    return { key, draft: made?.settled?.resource ?? null, voided };
  });
}

/** The envelope that took the place of a voided one, still a draft or sent; null: none that is recorded here. */
export async function replacementOf(
  journal: Pick<RequestJournal, 'requestsUnder'>,
  host: string,
  { id, status }: Pick<Envelope, 'id' | 'status'>,
): Promise<string | null> {
  if (status !== 'voided') return null;
  const earlier = await earlierReplacements(journal, host, id);
  return earlier.find(({ voided, draft }) => voided !== false && draft !== null)?.draft ?? null;
}

/** What a recorded voiding was a part of; null: it was asked for by itself. */
export async function correctionOf(
  journal: Pick<RequestJournal, 'requestsUnder'>,
  { operation, key = '', host }: Pick<RecordedRequest, 'operation' | 'key' | 'host'>,
): Promise<{ readonly id: string; readonly draft: string } | null> {
  const id = operation === 'voidEnvelope' ? /^correct-([0-9a-f-]{36})-[0-9a-f]+-void$/.exec(key)?.[1] : undefined;
  if (id === undefined) return null;
  const run = (await earlierReplacements(journal, host, id)).find((each) => `${each.key}-void` === key);
  return run?.draft == null ? null : { id, draft: run.draft };
}

/**
 * Carries it out, or what an earlier run left of it. Throws the client's failures, and CommandFailure that says how far
 * it came.
 */
export async function replaceEnvelope(
  { client, journal, host }: ReplacingWith,
  { before, body, reason, key }: Replacement,
  maxWait?: number,
): Promise<Replaced> {
  const options: CallOptions = { maxWait, reuse: 'while_kept' };
  const old = before.id;
  const earlier = (await earlierReplacements(journal, host, old)).find((each) => each.key === key);
  const read = async (id: string): Promise<Envelope> =>
    (await client.call('getEnvelope', { parameters: { envelopeId: id } }, { maxWait })).body;
  const created = async (): Promise<Envelope> =>
    (await client.call('createEnvelope', { body: body as BodyOf<'createEnvelope'>, idempotencyKey: key }, options))
      .body;
  const made = earlier?.draft ?? null;
  const draft = made === null ? await created() : await read(made);
  if (draft.status !== 'draft' && !openEnvelopeStates.includes(draft.status)) {
    throw new CommandFailure(
      6,
      'already_corrected',
      `The envelope that corrects it, ${draft.id}, is ${draft.status}.`,
      {
        hint: `To correct that one: esign envelope correct ${draft.id}`,
        details: { draft: draft.id },
      },
    );
  }
  const state = { id: old, draft: draft.id };
  if (earlier?.voided !== true) {
    await told(
      `Envelope ${old} was not voided, and the corrected one is still a draft, ${draft.id}.`,
      state,
      async () => {
        refuseChanged(before, await read(old), earlier?.voided === null);
        const parameters = { envelopeId: old };
        await client.call('voidEnvelope', { parameters, body: { reason }, idempotencyKey: `${key}-void` }, options);
      },
    );
  }
  if (draft.status !== 'draft') {
    await settleSending(journal, host, draft.id);
    return { envelope: draft, wasSent: true };
  }
  const words = `Envelope ${old} is voided, and the corrected one is still a draft, ${draft.id}.`;
  const hint = `Run the command again to send it, or: esign envelope send ${draft.id}`;
  return await told(words, { ...state, hint }, async () => {
    const parameters = { envelopeId: draft.id };
    try {
      return { envelope: (await client.call('sendEnvelope', { parameters }, { maxWait })).body, wasSent: false };
    } catch (failure) {
      // Another run of the same correction was faster.
      if (!(failure instanceof ServiceFailure) || failure.code !== 'envelope_not_draft') throw failure;
      return { envelope: await read(draft.id), wasSent: true };
    }
  });
}

/** The sending that an earlier run was cut off in: the service shows that it was carried out. */
async function settleSending(journal: ReplacingWith['journal'], host: string, draft: string): Promise<void> {
  for (const { id, operation, path, atWork, ...request } of await journal.listOpen()) {
    const isIts = operation === 'sendEnvelope' && path.toLowerCase().includes(draft.toLowerCase());
    if (isIts && !atWork && request.host === host)
      await journal.settled(id, { status: 200, resource: draft, unknown: false }, 0);
  }
}

/** Somebody may have acted since the user was asked. `isTried`: an earlier run may have voided it. Throws CommandFailure (6). */
function refuseChanged(before: Envelope, now: Envelope, isTried: boolean): void {
  if (!openEnvelopeStates.includes(now.status)) {
    // Its own key shows whether the earlier run did it.
    if (now.status === 'voided' && isTried) return;
    throw new CommandFailure(6, 'envelope_not_sent', `Envelope ${now.id} is ${now.status} by now.`);
  }
  const signedIn = ({ recipients }: Envelope): readonly string[] =>
    recipients.filter(({ status }) => status === 'signed').map(({ id }) => id);
  const known = signedIn(before);
  if (signedIn(now).every((id) => known.includes(id))) return;
  throw new CommandFailure(6, 'envelope_signed', `Somebody has signed envelope ${now.id} meanwhile.`, {
    hint: 'Run the command again to be asked about it.',
  });
}

/** Adds to a failure how far it came. */
async function told<T>(
  words: string,
  { id, draft, hint: next }: { readonly id: string; readonly draft: string; readonly hint?: string },
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (failure) {
    const explained = explain(failure);
    if (explained.ours) throw failure;
    const { exitCode, code, message, details } = explained;
    const isUnknown = (failure as { readonly outcomeUnknown?: boolean }).outcomeUnknown === true;
    const said = isUnknown ? `It is not known whether this was carried out. Before it: ${words}` : words;
    const hint = isUnknown ? 'Run the command again: it finds out, and goes on.' : (next ?? explained.hint);
    throw new CommandFailure(exitCode, code, `${message} ${said}`, {
      ...(hint === null ? {} : { hint }),
      details: { ...details, envelope_id: id, draft_id: draft },
    });
  }
}
