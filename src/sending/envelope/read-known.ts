import type { Context } from '../../cli/context/context.js';
import { standsStill } from '../../cli/emulator/service-time.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { listDeliveries } from '../../store/deliveries.js';
import type { SeenEnvelope } from '../../store/envelope-states.js';
import type { EnvelopeMemory } from './known-status.js';
import { type ListedEnvelope, ListReader } from './list-reader.js';

/** Concurrent reads, once the first response said how much of the rate limit is left. */
const atOnce = 8;

interface ReadKnownOptions {
  /** Milliseconds: what was read at most this long ago is not read again. */
  readonly maxAge?: number;
  /** Called before a wait for the rate limit. */
  readonly waiting: (words: string) => void;
}

/**
 * Reads envelopes that can still change, in their order, and waits for the next minute where this one has no requests
 * left. What was not read all the same is not `current`. Throws the client's failures, and CommandFailure (7) where the
 * clock of an emulator is frozen, so that the next minute never comes.
 */
export async function* readKnown(
  context: Context,
  memory: EnvelopeMemory,
  ids: Iterable<string>,
  { maxAge = 0, waiting }: ReadKnownOptions,
): AsyncGenerator<ListedEnvelope> {
  const reader = new ListReader(context, memory, await context.api(), { all: true });
  for (const part of inParts(ids)) {
    const seen = await Promise.all(part.map((id) => memory.read(id)));
    const read = async (id: string, index: number): Promise<ListedEnvelope> => {
      const known = seen[index];
      return known !== undefined && (await isFresh(context, known, maxAge))
        ? { id, firstAt: '', seen: known, current: true }
        : reader.read({ id, firstAt: '' }, known);
    };
    let rows = await Promise.all(part.map(read));
    const wait = (reader.resetsAt ?? 0) - context.clock.now();
    if (rows.some(({ current }) => !current) && wait > 0) {
      if (await standsStill(context)) throw neverReset();
      waiting(`Near the rate limit of this key: waiting ${Math.ceil(wait / 1000)} s`);
      await context.clock.sleep(wait, context.signal);
      rows = await Promise.all(rows.map((row, index) => (row.current ? row : read(row.id, index))));
    }
    await reader.keep();
    yield* rows;
  }
}

const neverReset = (): CommandFailure =>
  new CommandFailure(
    7,
    'rate_limited',
    'The rate limit of this key is used up, and the clock of the emulator is frozen.',
    {
      hint: 'Move the clock: esign emulator clock advance 1m',
    },
  );

/**
 * Whether what was read at most `maxAge` milliseconds ago still counts: the service delivered no event about the
 * envelope since. Not where the clock was set back: then the age is unknown. Throws JournalFailure.
 */
export async function isFresh(context: Context, { id, host, readAt }: SeenEnvelope, maxAge: number): Promise<boolean> {
  const since = Date.parse(readAt);
  const age = context.clock.now() - since;
  if (!(age >= 0 && age < maxAge)) return false;
  const received = listDeliveries(await context.state(), { envelope: id, since });
  return !received.some(({ host: from, verdict, synthetic }) => from === host && verdict.ok && !synthetic);
}

function* inParts(ids: Iterable<string>): Generator<readonly string[]> {
  let part: string[] = [];
  for (const id of ids) {
    part.push(id.toLowerCase());
    if (part.length < atOnce) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
