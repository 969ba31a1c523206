import type { Client } from '../../client/client.js';
import { ServiceFailure, TransportFailure } from '../../client/failure.js';
import type { RateBudget } from '../../client/rate-budget.js';
import { nextLook } from '../../client/polling.js';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { openEnvelopeStates } from '../../contract/states.js';
import type { RequestedEnd } from './follow-end.js';
import { type EnvelopeMemory, type KnownStatus, readStatus } from './known-status.js';

export interface Follow {
  readonly context: Context;
  readonly client: Client;
  readonly memory: EnvelopeMemory;
  readonly ids: readonly string[];
  /** Called after every read, with the previous one; returns true when the envelope need not be read again. */
  readonly see: (look: KnownStatus, before: KnownStatus | undefined) => Promise<boolean>;
  /** Milliseconds to wait at most. */
  readonly limit: number | undefined;
  /** The failure when `limit` expires. */
  readonly timedOut: RequestedEnd;
  /** The current time of the service; the clock of an emulator may have been moved. */
  readonly serviceNow: () => Promise<number>;
}

/** Consecutive failed reads before giving up. */
const maxFailures = 6;

/**
 * Polls envelopes within the rate limit until `see` is done with each of them. Throws CommandFailure (12) when `limit`
 * expires, the client's failures when reads keep failing or are refused, and errors of `see`.
 */
export async function follow({
  context,
  client,
  memory,
  ids,
  see,
  limit,
  timedOut,
  serviceNow,
}: Follow): Promise<void> {
  const { clock, signal, machine } = context;
  const until = limit === undefined ? Number.POSITIVE_INFINITY : clock.now() + limit;
  const last = new Map<string, KnownStatus>();
  let open = [...new Set(ids)];
  let changedAt = clock.now();
  let failures = 0;
  let rate: RateBudget | undefined;
  for (;;) {
    const still: string[] = [];
    try {
      for (const id of open) {
        const look = await readStatus(client, id, { signal });
        const before = last.get(id);
        if (before === undefined || hasChanged(before, look)) {
          changedAt = clock.now();
          await memory.keep([look]);
        }
        last.set(id, look);
        rate = look.rate;
        if (!(await see(look, before))) still.push(id);
      }
      failures = 0;
      open = still;
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error;
      if (clock.now() >= until) throw timedOut(limit ?? 0);
      failures += 1;
      // If the first read fails, the address may be wrong.
      if (last.size === 0 || failures >= maxFailures) throw error;
    }
    if (open.length === 0) return;
    const now = clock.now();
    if (now >= until) throw timedOut(limit ?? 0);
    const looks = open.flatMap((id) => last.get(id) ?? []);
    const ahead = (await serviceNow()) - now;
    const wait = nextLook(
      {
        now,
        changedAt,
        cost: open.length + looks.filter(({ envelope }) => envelope.status === 'completed').length,
        rate,
        expectedAt: expectedAt(looks, ahead),
        soon: looks.some(({ envelope }) => envelope.status === 'completed'),
        failures,
      },
      machine.random(),
    );
    await clock.sleep(Math.min(wait, until - now), signal).catch((error: unknown) => {
      throw signal.aborted ? new CommandFailure(130, 'interrupted', 'Interrupted.') : error;
    });
  }
}

/** The next deadline, by this machine's clock. */
function expectedAt(looks: readonly KnownStatus[], ahead: number): number | null {
  const deadlines = looks.flatMap(({ envelope: { status, expires_at: at } }) =>
    at !== null && openEnvelopeStates.includes(status) ? [Date.parse(at) - ahead] : [],
  );
  return deadlines.length === 0 ? null : Math.min(...deadlines);
}

function hasChanged(before: KnownStatus, { envelope, sealed }: KnownStatus): boolean {
  if (before.sealed !== sealed || before.envelope.status !== envelope.status) return true;
  const summarize = (look: KnownStatus['envelope']): string =>
    JSON.stringify(look.recipients.map(({ id, status, invitation_delivered: delivered }) => [id, status, delivered]));
  return summarize(before.envelope) !== summarize(envelope);
}

/** Failures that may pass: a long wait should survive a restart of the service. */
export function mayPass(error: unknown): boolean {
  if (error instanceof CommandFailure) return false;
  if (error instanceof TransportFailure) return error.reason !== 'aborted';
  return error instanceof ServiceFailure && (error.status >= 500 || error.status === 429);
}
