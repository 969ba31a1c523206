import type { PreparedField } from '../../document/prepare/prepared-field.js';
import { isNextRow } from '../template/form-findings.js';

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
 * What is asked twice is one answer of one person, but for what stands in the parts of two, or in the rows of a list.
 */
export function withNearestRoles(
  fields: readonly PreparedField[],
  known: readonly PreparedField[],
): readonly PreparedField[] {
  const taken: PreparedField[] = [];
  return fields.map((field) => {
    if (known.includes(field)) return field;
    const same = field.key === null ? [] : taken.filter(({ key }) => key === field.key);
    const role = field.role ?? nearestRole(known, field) ?? same[0]?.role ?? null;
    const isOther = same.some((each) => each.role !== role || isNextRow(each, field));
    const owned = { ...field, role, key: isOther ? null : field.key };
    taken.push(owned);
    return owned;
  });
}
