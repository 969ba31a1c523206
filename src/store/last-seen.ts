import { serviceAddress } from '../contract/service-host.js';
import { isObject, parseJson } from '../core/platform/json.js';
import type { Sqlite } from '../core/platform/sqlite.js';
import type { State } from './state.js';

/** The names that a naming run proposed, to know later what accepting it would write. */
export interface SeenRun {
  readonly id: string;
  readonly proposals: readonly SeenProposal[];
}

interface SeenProposal {
  readonly id: string;
  readonly field_id: string;
  readonly subject: string | null;
  readonly data_key: string | null;
  readonly label: string | null;
  /** Taken by `--high`. */
  readonly sure: boolean;
}

/** What the person at this machine last saw of one template. */
export interface Seen {
  /** Of the last look that had one. */
  readonly etag: string | null;
  readonly facts: ReadonlyMap<string, string | null>;
  /** The latest ones, newest first. */
  readonly runs: readonly SeenRun[];
}

/** Which template it is: an id is unique at its address, whichever key or profile reaches it. */
export interface TemplatePlace {
  /** Under which records know the service. */
  readonly baseUrl: string;
  readonly templateId: string;
}

const maxTemplates = 200;
const maxRuns = 3;
const maxAgeMs = 180 * 86_400_000;
/** UTF-16 units of the facts and runs of one template. */
const maxLength = 4 * 1024 * 1024;

/** What was last seen of a template; null for nothing, and for what cannot be read. Throws JournalFailure. */
export const recallSeen = (state: State, place: TemplatePlace, now: number): Seen | null =>
  state.read((sql) => find(sql, place, now), null);

/** Keeps a look: `look` makes of what was seen before what is seen now. Throws JournalFailure. */
export function keepSeen(
  state: State,
  { baseUrl, templateId }: TemplatePlace,
  look: (before: Seen | null) => Seen,
  now: number,
): void {
  state.write((sql) => {
    const { etag, facts, runs } = look(find(sql, { baseUrl, templateId }, now));
    const texts = [JSON.stringify(Object.fromEntries(facts)), JSON.stringify(runs.slice(0, maxRuns))] as const;
    if (texts[0].length + texts[1].length > maxLength) return;
    sql.run(
      `INSERT OR REPLACE INTO seen_templates (base_url, template_id, etag, facts, runs, looked_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      serviceAddress(baseUrl),
      templateId.toLowerCase(),
      etag,
      ...texts,
      now,
    );
    sql.run('DELETE FROM seen_templates WHERE looked_at < ?', now - maxAgeMs);
    const last = 'SELECT place FROM seen_templates ORDER BY looked_at DESC, place DESC LIMIT ?';
    sql.run(`DELETE FROM seen_templates WHERE place NOT IN (${last})`, maxTemplates);
  });
}

function find(sql: Sqlite, { baseUrl, templateId }: TemplatePlace, now: number): Seen | null {
  const row = sql.get<{ etag: string | null; facts: string; runs: string }>(
    'SELECT etag, facts, runs FROM seen_templates WHERE base_url = ? AND template_id = ? AND looked_at >= ?',
    serviceAddress(baseUrl),
    templateId.toLowerCase(),
    now - maxAgeMs,
  );
  const [facts, runs] = [parseJson(row?.facts ?? ''), parseJson(row?.runs ?? '')];
  if (row === undefined || !isObject(facts) || !Array.isArray(runs) || !runs.every(isRun)) return null;
  const values = Object.entries(facts);
  if (!values.every((entry): entry is [string, string | null] => isNullableText(entry[1]))) return null;
  return { etag: row.etag, facts: new Map(values), runs };
}

const isNullableText = (value: unknown): value is string | null => value === null || typeof value === 'string';

const isRun = (value: unknown): value is SeenRun =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  Array.isArray(value['proposals']) &&
  value['proposals'].every(isProposal);

const isProposal = (value: unknown): value is SeenProposal =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['field_id'] === 'string' &&
  typeof value['sure'] === 'boolean' &&
  [value['subject'], value['data_key'], value['label']].every(isNullableText);
