import type { AuthorisationState } from '../../contract/states.js';
import type { StandingAuthorisation } from '../domain/authorisation.js';
import type { SqlDatabase } from './database.js';

/** A filter; null matches all. */
interface AuthorisationFilter {
  readonly sandboxOnly: boolean;
  readonly status: AuthorisationState | null;
  readonly brandId: string | null;
  readonly reference: string | null;
}

/** Standing authorisations. */
export interface AuthorisationRepository {
  find(organisationId: string, id: string): StandingAuthorisation | null;
  /** Of any organisation. */
  get(id: string): StandingAuthorisation | null;
  insert(authorisation: StandingAuthorisation): void;
  update(authorisation: StandingAuthorisation): void;
  /** One more document that it pre-signed, or several. */
  addApplied(id: string, documents: number): void;
  /** How many the organisation has requested so far. */
  count(organisationId: string): number;
  activeOfBrand(brandId: string): readonly StandingAuthorisation[];
  /** Newest first, from after `after` if it is given; at most `most`. */
  list(
    organisationId: string,
    filter: AuthorisationFilter,
    after: string | null,
    max: number,
  ): readonly StandingAuthorisation[];
}

interface Row {
  readonly body: string;
  readonly status: string;
  readonly applied_count: number;
}

export function authorisationRepository(sql: SqlDatabase): AuthorisationRepository {
  const one = (row: Row | undefined): StandingAuthorisation | null => (row === undefined ? null : toAuthorisation(row));
  return {
    find: (organisationId, id) =>
      one(sql.get<Row>('SELECT * FROM authorisations WHERE id = ? AND organisation_id = ?', id, organisationId)),
    get: (id) => one(sql.get<Row>('SELECT * FROM authorisations WHERE id = ?', id)),
    insert(own) {
      sql.run(
        `INSERT INTO authorisations (id, organisation_id, brand_id, reference, status, sandbox, created_at,
           applied_count, body)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        own.id,
        own.organisation_id,
        own.brand.id,
        own.reference,
        own.status,
        Number(own.mode === 'test'),
        Date.parse(own.created_at),
        own.applied_count,
        JSON.stringify(own),
      );
    },
    update(own) {
      sql.run(
        'UPDATE authorisations SET status = ?, applied_count = ?, body = ? WHERE id = ?',
        own.status,
        own.applied_count,
        JSON.stringify(own),
        own.id,
      );
    },
    addApplied(id, documents) {
      sql.run('UPDATE authorisations SET applied_count = applied_count + ? WHERE id = ?', documents, id);
    },
    count: (organisationId) =>
      sql.get<{ count: number }>(
        'SELECT count(*) AS count FROM authorisations WHERE organisation_id = ?',
        organisationId,
      )?.count ?? 0,
    activeOfBrand: (brandId) =>
      sql
        .all<Row>(`SELECT * FROM authorisations WHERE brand_id = ? AND status = 'active' ORDER BY sequence`, brandId)
        .map(toAuthorisation),
    list: (organisationId, { sandboxOnly, status, brandId, reference }, after, max) =>
      sql
        .all<Row>(
          `SELECT * FROM authorisations
           WHERE organisation_id = ?1 AND (?2 = 0 OR sandbox = 1) AND (?3 IS NULL OR status = ?3)
             AND (?4 IS NULL OR brand_id = ?4) AND (?5 IS NULL OR reference = ?5)
             AND (?6 IS NULL OR sequence < (SELECT sequence FROM authorisations WHERE id = ?6))
           ORDER BY sequence DESC LIMIT ?7`,
          organisationId,
          Number(sandboxOnly),
          status,
          brandId,
          reference,
          after,
          max,
        )
        .map(toAuthorisation),
  };
}

const toAuthorisation = (row: Row): StandingAuthorisation => ({
  ...(JSON.parse(row.body) as StandingAuthorisation),
  status: row.status as AuthorisationState,
  applied_count: row.applied_count,
});
