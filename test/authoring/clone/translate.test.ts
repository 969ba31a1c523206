import { beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../../src/authoring/clone/translate.js';
import type { WholeTemplate } from '../../../src/authoring/names-file/names.js';
import { peopleBodies } from '../../../src/emulator/domain/people.js';
import { readBody } from '../../../src/emulator/domain/template-body.js';
import { decide, taggedTemplate } from '../../support/template-of.js';

let source: WholeTemplate;

beforeAll(async () => {
  const template = decide(
    await taggedTemplate(
      'Full name;role=Tenant;key=person.full_name;subject=tenant',
      'Phone;role=Tenant;required=false',
      'Signature;role=Tenant;type=signature',
    ),
    'Tenant',
    { decision: 'both', role_name: 'Tenant', subject_key: 'tenant', subject_label: 'Tenant' },
  );
  const body = readBody(template);
  body.roles.push({ name: 'cc', routing_type: 'cc', kind: 'party' });
  source = { body, people: [...peopleBodies(template)], etag: '"1"' };
});

/** The source as it is found elsewhere, once it is changed. */
const changed = (change: (copy: WholeTemplate) => void): WholeTemplate => {
  const copy = structuredClone(source);
  change(copy);
  return copy;
};
const lossesOf = (copy: WholeTemplate): readonly string[] => translate(source, copy, { contract: undefined }).losses;

describe('a copy of a template', () => {
  it('lacks nothing and has nothing left to write where it is the same', () => {
    const { losses, plan, renames } = translate(
      source,
      changed(() => undefined),
      { contract: undefined },
    );
    expect([losses, plan.decisions, renames]).toEqual([[], [], []]);
  });

  it('is given the names that it lacks', () => {
    const copy = changed(({ body }) => {
      for (const field of body.fields) field.data_key = null;
    });
    const { plan, losses } = translate(source, copy, { contract: undefined });
    expect([...plan.wishes.values()]).toEqual([{ data_key: 'person.full_name' }]);
    expect(losses).toEqual([]);
  });

  it.each<readonly [what: string, change: (copy: WholeTemplate) => void, losses: readonly (string | RegExp)[]]>([
    ['a field', ({ body }) => void body.fields.splice(1, 1), ['“Phone” on page 1 is not found on the copy.']],
    [
      'a type and what is required',
      ({ body }) => Object.assign(body.fields[1] ?? {}, { type: 'date', required: true }),
      ['“Phone” on page 1: type is date on the copy, not text.', '“Phone” on page 1: required on the copy.'],
    ],
    [
      'the role of a field that is in nobody’s part',
      ({ body, people }) => {
        const phone = body.fields[1];
        Object.assign(phone ?? {}, { role: 'Signer' });
        for (const person of people) person.fields = person.fields.filter(({ id }) => id !== phone?.id);
      },
      ['“Phone” on page 1: role is “Signer” on the copy, not “Tenant”.'],
    ],
    [
      'a role that only gets a copy',
      ({ body }) => void (body.roles = body.roles.filter(({ name }) => name !== 'cc')),
      ['The role “cc” (cc) is not on the copy.'],
    ],
    [
      'somebody who was decided about',
      (copy) => Object.assign(copy, { people: [] }),
      [
        /Nobody who is named/,
        /“Tenant” on page 1 is not found on the copy: both, subject tenant “Tenant”, role “Tenant”/,
      ],
    ],
    [
      'a decision that is not offered',
      ({ people }) => {
        for (const person of people) {
          person.current = { subject_key: null, role_name: null };
          person.offered = ['signer'];
        }
      },
      [/“Tenant” on page 1: both, .*`both` is not offered for this person; choose signer/],
    ],
  ])('tells that it lacks %s', (_what, change, losses) => {
    const told = lossesOf(changed(change));
    expect(told).toHaveLength(losses.length);
    for (const [index, loss] of losses.entries()) expect(told[index]).toMatch(loss);
  });
});
