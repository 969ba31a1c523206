import type { Brand, Organisation, Plan } from '../domain/organisation.js';
import type { SqlDatabase } from './database.js';

/** Organisations and their brands. */
export interface OrganisationRepository {
  find(id: string): Organisation | null;
  insert(organisation: Organisation): void;
  update(organisation: Organisation): void;
  /** Deletes every organisation except one, with its brands and keys. */
  deleteAllBut(id: string): void;
  /** Any brand of any organisation. */
  brand(id: string): Brand | null;
  /** In order of creation, the default first. */
  brands(organisationId: string): readonly Brand[];
  allBrands(): readonly Brand[];
  insertBrand(brand: Brand): void;
  updateBrand(brand: Brand): void;
}

interface OrganisationRow {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly members: string;
  readonly confirmed_addresses: string;
}

interface BrandRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly is_default: number;
  readonly archived: number;
  readonly origins: string;
}

export function organisationRepository(sql: SqlDatabase): OrganisationRepository {
  return {
    find(id) {
      return sql.remembered(`organisation ${id}`, () => {
        const row = sql.get<OrganisationRow>('SELECT * FROM organisations WHERE id = ?', id);
        return row === undefined ? null : toOrganisation(row);
      });
    },
    insert({ id, name, plan, members, confirmed_addresses }) {
      sql.run(
        'INSERT INTO organisations (id, name, plan, members, confirmed_addresses) VALUES (?, ?, ?, ?, ?)',
        id,
        name,
        plan,
        JSON.stringify(members),
        JSON.stringify(confirmed_addresses),
      );
    },
    update({ id, name, plan, members, confirmed_addresses }) {
      sql.run(
        'UPDATE organisations SET name = ?, plan = ?, members = ?, confirmed_addresses = ? WHERE id = ?',
        name,
        plan,
        JSON.stringify(members),
        JSON.stringify(confirmed_addresses),
        id,
      );
    },
    deleteAllBut(id) {
      sql.run('DELETE FROM organisations WHERE id <> ?', id);
    },
    brand(id) {
      const row = sql.get<BrandRow>('SELECT * FROM brands WHERE id = ?', id);
      return row === undefined ? null : toBrand(row);
    },
    brands: (organisationId) =>
      sql.remembered(`brands of ${organisationId}`, () =>
        sql
          .all<BrandRow>('SELECT * FROM brands WHERE organisation_id = ? ORDER BY sequence', organisationId)
          .map(toBrand),
      ),
    allBrands: () => sql.all<BrandRow>('SELECT * FROM brands ORDER BY sequence').map(toBrand),
    insertBrand({ id, organisation_id, name, is_default, archived, origins }) {
      sql.run(
        'INSERT INTO brands (id, organisation_id, name, is_default, archived, origins) VALUES (?, ?, ?, ?, ?, ?)',
        id,
        organisation_id,
        name,
        Number(is_default),
        Number(archived),
        JSON.stringify(origins),
      );
    },
    updateBrand({ id, name, archived, origins }) {
      sql.run(
        'UPDATE brands SET name = ?, archived = ?, origins = ? WHERE id = ?',
        name,
        Number(archived),
        JSON.stringify(origins),
        id,
      );
    },
  };
}

const toOrganisation = (row: OrganisationRow): Organisation => ({
  id: row.id,
  name: row.name,
  plan: row.plan as Plan,
  members: JSON.parse(row.members) as string[],
  confirmed_addresses: JSON.parse(row.confirmed_addresses) as string[],
});

const toBrand = (row: BrandRow): Brand => ({
  id: row.id,
  organisation_id: row.organisation_id,
  name: row.name,
  is_default: row.is_default === 1,
  archived: row.archived === 1,
  origins: JSON.parse(row.origins) as string[],
});
