import { isUuid } from '../contract/schema.js';
import { isObject } from '../core/platform/json.js';
import type { State } from './state.js';

/** A template as last read here, for completion. */
export interface SeenTemplate {
  readonly id: string;
  readonly name: string;
}

const maxNameLength = 200;
const maxKept = 500;

/** The templates in a response: one, or the items of a list; none in other responses. */
export function templatesIn(body: unknown): readonly SeenTemplate[] {
  const { data } = isObject(body) ? body : {};
  return (Array.isArray(data) ? (data as readonly unknown[]) : [body]).flatMap((each) => {
    const { id, name } = isObject(each) ? each : {};
    return typeof id === 'string' && isUuid(id) && typeof name === 'string' ? [{ id: id.toLowerCase(), name }] : [];
  });
}

/** Stores the names of templates: the first of a list is the newest. Known names are not written again. */
export function keepTemplates(state: State, host: string, seen: readonly SeenTemplate[]): void {
  const known = new Map(latestTemplates(state, host).map(({ id, name }) => [id, name]));
  const fresh = seen
    // SQLite ends a text at U+0000.
    .map(({ id, name }) => ({ id, name: name.slice(0, maxNameLength).replaceAll('\0', '') }))
    .filter(({ id, name }) => known.get(id) !== name);
  if (fresh.length === 0) return;
  state.write((sql) => {
    for (const { id, name } of fresh.toReversed()) {
      sql.run('INSERT OR REPLACE INTO templates (host, id, name) VALUES (?, ?, ?)', host, id, name);
    }
    const newest = 'SELECT place FROM templates WHERE host = ?1 ORDER BY place DESC LIMIT ?2';
    sql.run(`DELETE FROM templates WHERE host = ?1 AND place NOT IN (${newest})`, host, maxKept);
  });
}

/** The templates of a service, or of all, the latest first. Throws JournalFailure. */
export function latestTemplates(
  state: State,
  host: string | null,
): readonly (SeenTemplate & { readonly host: string; readonly place: number })[] {
  const sql =
    'SELECT place, host, id, name FROM templates WHERE (?1 IS NULL OR host = ?1) ORDER BY place DESC LIMIT ?2';
  return state.read((each) => each.all(sql, host, maxKept), []);
}
