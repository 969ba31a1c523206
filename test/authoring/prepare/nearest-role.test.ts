import { expect, it } from 'vitest';
import { nearestRole, withNearestRoles } from '../../../src/authoring/prepare/nearest-role.js';
import { preparedField } from '../../support/pages/template-prepare.js';

const at = (role: string | null, x: number, y: number) =>
  preparedField({ role, key: null, rect: { x, y, w: 0.2, h: 0.02 } });
const known = [
  at('Tenant', 0.1, 0.1),
  at('Clerk', 0.4, 0.14),
  at('Official', 0.1, 0.5),
  at(null, 0.6, 0.54),
  at('Witness', 0.6, 0.1),
];

it('is that of the field in the row, else of the nearest above or below, and of none far off', () => {
  const roleAt = (x: number, y: number, page = 1) => nearestRole(known, { ...at(null, x, y), page });
  expect([roleAt(0.4, 0.1), roleAt(0.35, 0.11), roleAt(0.1, 0.47)]).toEqual(['Witness', 'Tenant', 'Official']);
  expect([roleAt(0.6, 0.56), roleAt(0.1, 0.3), roleAt(0.1, 0.1, 2)]).toEqual([null, undefined, undefined]);
});

it('gives what is asked twice to one person, but not in the parts of two or in a list, and leaves who is named', () => {
  const asked = (role: string | null, y: number, x = 0.1) => ({ ...at(role, x, y), key: 'form.position' });
  const more = [asked(null, 0.12), asked(null, 0.3, 0.5), asked(null, 0.35), asked(null, 0.52), asked('Surety', 0.52)];
  const made = withNearestRoles([...known, ...more], known);
  expect(made.slice(0, known.length)).toEqual(known);
  expect(made.slice(known.length).map(({ role, key }) => [role, key])).toEqual([
    ['Tenant', 'form.position'],
    ['Tenant', 'form.position'],
    ['Tenant', null],
    ['Official', null],
    ['Surety', null],
  ]);
});
