import { join } from 'node:path';
import type { Host } from '../cli/context.js';
import { type IdBegun, UsageFailure } from '../cli/failure.js';
import { stateFolder } from '../config/places.js';
import { isUuid } from '../contract/schema.js';
import { deliveriesFolder, openDeliveryReader } from '../journal/deliveries-read.js';
import type { RecordedRequest } from '../journal/entry.js';
import { lastLines, readLine } from '../journal/ndjson.js';
import { openRequestJournal } from '../journal/requests.js';

/** Bytes that are read of a file that only helps to find an id. */
const longest = 4 * 1024 * 1024;
const mostShown = 10;

/** What made an id of each kind, as the record of requests names it. */
const making: Readonly<Record<string, string>> = {
  template: 'createTemplate',
  webhook: 'registerWebhook',
  authorisation: 'createAuthorisation',
};

/**
 * A command line whose beginning of an id is replaced by the whole id, where this machine knows just one that begins so:
 * the service itself is not asked. Throws the failure as it is when none is known, or when it cannot be told which of
 * the words is meant, and a UsageFailure with the candidates when there are several.
 */
export async function withWholeId(
  words: readonly string[],
  failure: IdBegun,
  { env, home, cwd, clock }: Pick<Host, 'env' | 'home' | 'cwd' | 'clock'>,
): Promise<string[]> {
  const { what, begun } = failure;
  const isMeant = (word: string): boolean => word === begun || (word.startsWith('--') && word.endsWith(`=${begun}`));
  if (words.filter(isMeant).length !== 1) throw failure;
  const known = await knownIds(what, stateFolder(env, home, cwd).value, clock.now);
  const found = [...known].filter((id) => id.startsWith(begun.toLowerCase()));
  const [whole] = found;
  if (whole === undefined) throw failure;
  if (found.length > 1) {
    const shown = found.slice(0, mostShown).map((id) => `  ${id}`);
    const more = found.length > mostShown ? [`  and ${found.length - mostShown} more`] : [];
    throw new UsageFailure(`\`${begun}\` begins the ids of ${found.length} things that this machine knows.`, {
      code: 'invalid_id',
      hint: ['Name one of them whole:', ...shown, ...more].join('\n'),
    });
  }
  return words.map((word) => (isMeant(word) ? word.slice(0, word.length - begun.length) + whole : word));
}

/** The ids of one kind that this machine has made, read or been told of, in lower case. */
async function knownIds(what: string, folder: string, now: () => number): Promise<ReadonlySet<string>> {
  const journal = openRequestJournal({ folder, now });
  const made: string[] = [];
  if (what === 'envelope') for (const { id } of await journal.envelopes()) made.push(id);
  else for await (const request of journal.newestFirst()) made.push(...madeBy(what, request));
  const read = what === 'envelope' || what === 'template' ? await readIds(join(folder, `${what}s.ndjson`)) : [];
  const told =
    what === 'envelope'
      ? (await openDeliveryReader(deliveriesFolder(folder)).list()).flatMap(({ envelopeId, verdict }) =>
          verdict.ok && envelopeId !== null ? [envelopeId] : [],
        )
      : [];
  return new Set([...made, ...read, ...told].filter(isUuid).map((id) => id.toLowerCase()));
}

function madeBy(what: string, request: RecordedRequest): readonly string[] {
  const { resource } = request.settled ?? {};
  return making[what] === request.operation && resource !== undefined ? [resource] : [];
}

async function readIds(path: string): Promise<readonly string[]> {
  return (await lastLines(path, longest)).flatMap((line) => {
    const { id } = readLine(line) ?? {};
    return typeof id === 'string' ? [id] : [];
  });
}
