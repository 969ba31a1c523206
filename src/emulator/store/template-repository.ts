import type { NamingEntry, TemplateState } from '../domain/template.js';
import type { SqlDatabase } from './database.js';
import type { StoredNamingRun } from '../domain/naming-run.js';

/** Templates on disk. Changes are made within a transaction. */
export interface TemplateRepository {
  /** Null when it does not exist or belongs to another organisation. Archived ones are returned too. */
  find(organisationId: string, id: string): TemplateState | null;
  insert(template: TemplateState): void;
  /** Replaces the stored state of an existing template. */
  update(template: TemplateState): void;
  /** Active templates, newest first: `limit` of them after `cursor`. Undefined for an unknown cursor. */
  list(
    organisationId: string,
    page: { readonly limit: number; readonly cursor: string | null },
  ): TemplatePageOfList | undefined;
  /** Every template, oldest first, also archived ones. */
  all(organisationId: string): readonly TemplateState[];
  /** For any organisation: for the emulator's own routes. */
  findAnywhere(id: string): TemplateState | null;
  /** Adds an entry to the template's naming record. */
  record(templateId: string, entry: NamingEntry): void;
  /** The naming record, oldest first. */
  namingRecord(templateId: string): readonly NamingEntry[];
}

interface TemplatePageOfList {
  readonly templates: readonly TemplateState[];
  /** The cursor of the next page; null when this is the last. */
  readonly next: string | null;
}

interface StateRow {
  readonly state: string;
}

/** Makes the repository over an open database. */
export function templateRepository(sql: SqlDatabase): TemplateRepository {
  const one = (id: string): TemplateState | null =>
    sql.remembered(`template ${id}`, () => {
      const row = sql.get<StateRow>('SELECT state FROM templates WHERE id = ?', id);
      return row === undefined ? null : parse(row);
    });
  return {
    find(organisationId, id) {
      const found = one(id);
      return found?.organisation_id === organisationId ? found : null;
    },
    findAnywhere: one,
    all(organisationId) {
      const query = 'SELECT state FROM templates WHERE organisation_id = ? ORDER BY sequence';
      return sql.all<StateRow>(query, organisationId).map(parse);
    },
    insert(template) {
      sql.run(
        'INSERT INTO templates (id, organisation_id, archived, state) VALUES (?, ?, ?, ?)',
        template.id,
        template.organisation_id,
        Number(template.archived),
        JSON.stringify(template),
      );
    },
    update(template) {
      const changed = sql.run(
        'UPDATE templates SET archived = ?, state = ? WHERE id = ?',
        Number(template.archived),
        JSON.stringify(template),
        template.id,
      );
      if (changed !== 1) throw new Error(`no template ${template.id} to update`);
    },
    list(organisationId, { limit, cursor }) {
      const after = cursor === null ? null : placeOf(sql, organisationId, cursor);
      if (after === undefined) return undefined;
      const rows = sql.all<StateRow>(
        `SELECT state FROM templates WHERE organisation_id = ? AND archived = 0 AND sequence < ?
         ORDER BY sequence DESC LIMIT ?`,
        organisationId,
        after ?? Number.MAX_SAFE_INTEGER,
        limit + 1,
      );
      const templates = rows.slice(0, limit).map(parse);
      return { templates, next: rows.length > limit ? (templates.at(-1)?.id ?? null) : null };
    },
    record(templateId, entry) {
      sql.run('INSERT INTO naming_entries (template_id, entry) VALUES (?, ?)', templateId, JSON.stringify(entry));
    },
    namingRecord(templateId) {
      const query = 'SELECT entry FROM naming_entries WHERE template_id = ? ORDER BY sequence';
      return sql.all<{ entry: string }>(query, templateId).map(({ entry }) => JSON.parse(entry) as NamingEntry);
    },
  };
}

/** The position of a cursor in the list; a template archived since keeps its position. Undefined for an unknown one. */
function placeOf(sql: SqlDatabase, organisationId: string, cursor: string): number | undefined {
  return sql.get<{ sequence: number }>(
    'SELECT sequence FROM templates WHERE id = ? AND organisation_id = ?',
    cursor,
    organisationId,
  )?.sequence;
}

// Only this file writes the column, so its text is a valid state.
function parse(row: StateRow): TemplateState {
  return JSON.parse(row.state) as TemplateState;
}

/** Stored naming runs, which never change. */
interface NamingRunRepository {
  insert(run: StoredNamingRun): void;
  /** Null when it does not exist, or belongs to another template or organisation. */
  find(organisationId: string, templateId: string, id: string): StoredNamingRun | null;
}

type Row = Omit<StoredNamingRun, 'proposals'> & { readonly proposals: string };

const columns = 'id, organisation_id, template_id, template_etag, created_at, proposals';

/** Makes the repository over an open database. */
export function namingRunRepository(sql: SqlDatabase): NamingRunRepository {
  return {
    insert(run) {
      sql.run(
        `INSERT INTO naming_runs (${columns}) VALUES (?, ?, ?, ?, ?, ?)`,
        run.id,
        run.organisation_id,
        run.template_id,
        run.template_etag,
        run.created_at,
        JSON.stringify(run.proposals),
      );
    },
    find(organisationId, templateId, id) {
      const row = sql.get<Row>(
        `SELECT ${columns} FROM naming_runs WHERE id = ? AND template_id = ? AND organisation_id = ?`,
        id,
        templateId,
        organisationId,
      );
      if (row === undefined) return null;
      return { ...row, proposals: JSON.parse(row.proposals) as StoredNamingRun['proposals'] };
    },
  };
}
