import type { StoredNamingRun } from '../domain/naming-run.js';
import type { SqlDatabase } from './database.js';

/** Stored naming runs, which never change. */
export interface NamingRunRepository {
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
