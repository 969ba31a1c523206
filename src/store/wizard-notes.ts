import { serviceAddress } from '../contract/service-host.js';
import { parseJson } from '../core/platform/json.js';
import type { TemplatePlace } from './last-seen.js';
import type { State } from './state.js';

/** What wizards and pages did with one template, in order; texts of one kind each. */
export interface WizardNotes {
  /** The template's coverage when the first of them began, as JSON. */
  readonly before: string;
  /** The command lines of what was done and not taken back. */
  readonly done: readonly string[];
  /** Ids of people and fields that were skipped. */
  readonly skipped: readonly string[];
}

/** Null without any. Throws JournalFailure. */
export function readWizardNotes(state: State, { baseUrl, templateId }: TemplatePlace): WizardNotes | null {
  const sql = 'SELECT kind, text FROM wizard_notes WHERE base_url = ? AND template_id = ? ORDER BY place';
  const rows = state.read(
    (each) => each.all<{ kind: string; text: string }>(sql, serviceAddress(baseUrl), templateId.toLowerCase()),
    [],
  );
  // Texts are JSON, since SQLite ends a text at U+0000.
  const texts = (kind: string): readonly string[] =>
    rows.flatMap((row) => (row.kind === kind ? [String(parseJson(row.text))] : []));
  const [before = ''] = texts('before');
  return rows.length === 0 ? null : { before, done: texts('done'), skipped: texts('skipped') };
}

/** Adds a note; the first one of a template comes with what was `before`. Throws JournalFailure. */
export function addWizardNote(
  state: State,
  { baseUrl, templateId }: TemplatePlace,
  note: { readonly before: string; readonly kind: 'done' | 'undone' | 'skipped'; readonly text: string },
  now: number,
): void {
  state.write((sql) => {
    const owner = [serviceAddress(baseUrl), templateId.toLowerCase()] as const;
    const add = (kind: string, text: string): unknown =>
      sql.run(
        'INSERT INTO wizard_notes (base_url, template_id, kind, text, noted_at) VALUES (?, ?, ?, ?, ?)',
        ...owner,
        kind,
        JSON.stringify(text),
        now,
      );
    const isBegun = 'SELECT 1 FROM wizard_notes WHERE base_url = ? AND template_id = ?';
    if (sql.get(isBegun, ...owner) === undefined) add('before', note.before);
    if (note.kind !== 'undone') return add(note.kind, note.text);
    const last = `SELECT max(place) FROM wizard_notes WHERE base_url = ? AND template_id = ? AND kind = 'done' AND text = ?`;
    return sql.run(`DELETE FROM wizard_notes WHERE place = (${last})`, ...owner, JSON.stringify(note.text));
  });
}
