import type { PreparedField } from '../../document/prepare/prepared-field.js';

type Place = Pick<PreparedField, 'page' | 'rect'>;
type Owned = Place & Pick<PreparedField, 'role'>;

/** Of the height of a page: what is farther off is another part of the form. */
const REACH = 0.08;

/**
 * Whose the field is that is nearest to a place: one in its row before one above or below. Null for nobody's, undefined
 * where none is near.
 */
export function nearestRole(fields: readonly Owned[], { page, rect }: Place): string | null | undefined {
  const near = fields
    .filter((field) => field.page === page)
    .map(({ role, rect: other }) => ({
      role,
      down: Math.max(other.y - rect.y - rect.h, rect.y - other.y - other.h, 0),
      across: Math.max(other.x - rect.x - rect.w, rect.x - other.x - other.w, 0),
    }))
    .filter(({ down }) => down <= REACH)
    .toSorted((a, b) => a.down - b.down || a.across - b.across);
  return near[0]?.role;
}

/**
 * Fields with those that are not among the `known` ones and have no owner each given to that of the nearest known one.
 * What is asked twice is one answer of one person, but for what stands in the parts of two.
 */
export function withNearestRoles(
  fields: readonly PreparedField[],
  known: readonly PreparedField[],
): readonly PreparedField[] {
  const owners = new Map<string, string | null>();
  return fields.map((field) => {
    if (known.includes(field)) return field;
    const owner = field.key === null ? undefined : owners.get(field.key);
    const role = field.role ?? nearestRole(known, field) ?? owner ?? null;
    if (owner !== undefined && owner !== role) return { ...field, role, key: null };
    if (field.key !== null) owners.set(field.key, role);
    return { ...field, role };
  });
}
