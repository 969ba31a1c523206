import { join } from 'node:path';
import { limits } from '../contract/limits.js';
import { parseJson } from '../platform/json.js';
import { envelopesIn } from '../journal/envelopes.js';
import { readRequest } from '../journal/entry.js';
import { readLine } from '../journal/ndjson.js';
import type { RequestReader } from '../journal/request-reader.js';
import { pathsInQuarters } from './folders.js';
import type { Report } from './report.js';
import { rewriteLines } from './rewrite.js';
import type { Subject } from './subject.js';

const keyLife = limits.idempotencyHours * 60 * 60 * 1000;

/** The ids of open requests about the subject; adds the names and envelopes in their bodies. */
export async function openRequestsAbout(
  journal: Pick<RequestReader, 'listOpen' | 'body'>,
  subject: Subject,
): Promise<{ readonly about: readonly string[]; readonly all: ReadonlySet<string> }> {
  const about: string[] = [];
  const all = new Set<string>();
  for (const request of await journal.listOpen()) {
    all.add(request.id);
    const body = (await journal.body(request.id)) ?? '';
    if (subject.isIn(body)) subject.addNames(parseJson(body));
    if (subject.isIn(body) || subject.isIn(request.path) || subject.isOld(request.at)) about.push(request.id);
  }
  return { about, all };
}

export interface RequestsOptions {
  readonly apply: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Ids of requests with an unknown outcome. */
  readonly open: ReadonlySet<string>;
  /** Keys of bulk rows that would be sent again without their outcome. */
  readonly neededKeys: ReadonlySet<string>;
}

/**
 * Deletes requests with a known outcome. A record contains no names, addresses or values; it is kept while its
 * idempotency key is valid, since it prevents a second send.
 */
export async function forgetRequests(
  stateDir: string,
  subject: Subject,
  { removed, kept }: Report,
  options: RequestsOptions,
): Promise<void> {
  for (const path of await pathsInQuarters(join(stateDir, 'requests'))) {
    const gone = new Set<string>();
    await rewriteLines(path, (line) => note(line, subject, options, gone, kept), { apply: false });
    removed.requests += gone.size;
    // The claim of a key comes before its request.
    const judge = (line: string): 'keep' | 'drop' => {
      const { kind, id, at } = readLine(line) ?? {};
      if (typeof id !== 'string' || (kind !== 'done' && kind !== 'claim')) return 'keep';
      const isLeftOver = kind === 'claim' && subject.isOld(at) && !options.open.has(id) && !kept.keys.includes(id);
      return gone.has(id) || isLeftOver ? 'drop' : 'keep';
    };
    if (options.apply) await rewriteLines(path, judge, options);
  }
}

function note(
  line: string,
  subject: Subject,
  { now, open, neededKeys }: RequestsOptions,
  gone: Set<string>,
  kept: Report['kept'],
): 'keep' {
  const fields = readLine(line);
  if (fields === undefined || fields['kind'] !== 'done') return 'keep';
  const { at, sentAt } = fields;
  const request = readRequest({ ...fields, at: sentAt });
  if (request === undefined || open.has(request.id)) return 'keep';
  const { settled, key, id } = request;
  const named = [settled?.resource, ...(settled?.resources ?? []), ...envelopesIn(request)];
  if (!named.some((each) => subject.isEnvelope(each)) && !subject.isIn(line) && !subject.isOld(at)) return 'keep';
  const isYoung = !(now - Date.parse(String(at)) >= keyLife);
  if (key !== undefined && (neededKeys.has(key) || isYoung)) kept.keys.push(id);
  else gone.add(id);
  return 'keep';
}
