import { expect, it } from 'vitest';
import { filled, firstProblem, isBase64, isInstant, problems, writePath } from '../../src/contract/schema.js';
import { operations } from '../../src/contract/operations.js';

const create = operations.createEnvelope.body;
const recipient = { role: 'Tenant', name: 'Thandi Mokoena', email: 'thandi@example.test' };

it('names the property path of a problem as the service does', () => {
  const body = { template_id: 'x', recipients: [recipient, { ...recipient, email: 'nobody' }] };
  expect(problems(create, body)).toEqual([{ path: 'recipients[1].email', message: 'must be an e-mail address' }]);
});

it('says which required properties are missing, in their order', () => {
  expect(problems(create, {})).toEqual([
    { path: 'template_id', message: 'is required' },
    { path: 'recipients', message: 'is required' },
  ]);
});

it('refuses a property that the operation does not know, by its name', () => {
  const body = { template_id: 'x', recipients: [{ ...recipient, emial: 'x' }], sned: true };
  expect(problems(create, body)).toEqual([
    { path: 'recipients[0].emial', message: 'is not a property of this request' },
    { path: 'sned', message: 'is not a property of this request' },
  ]);
});

it.each([[[]], ['text'], [null], [3]])('refuses %j as a body', (body) => {
  expect(firstProblem(create, body)).toEqual({ path: '', message: 'must be an object' });
});

it('fills in the defaults of the description', () => {
  expect(filled(create, { template_id: 'x', recipients: [recipient] })).toMatchObject({
    send: false,
    expires_at: null,
    brand_id: null,
    completion_delivery: 'integrator',
    values: [],
    recipients: [{ embedded: false, external_ref: null }],
  });
});

it.each([
  ['2026-12-01T12:00:00Z', true],
  ['2026-12-01T12:00Z', true],
  ['2026-12-01T12:00:00.123+02:00', true],
  ['2024-02-29T00:00:00Z', true],
  ['2026-02-29T00:00:00Z', false],
  ['2026-12-01T12:00:00', false],
  ['2026-12-01', false],
  ['2026-13-01T12:00:00Z', false],
  ['tomorrow', false],
])('reads %s as an instant: %s', (text, expected) => {
  expect(isInstant(text)).toBe(expected);
});

it('writes a path with indexes in brackets', () => {
  expect(writePath(['rows', 3, 'recipients', 0, 'email'])).toBe('rows[3].recipients[0].email');
});

it('takes a person proposal, without its presign hint, as a decision', () => {
  const proposed = {
    decision: 'signer',
    subject_key: null,
    subject_label: null,
    presence: null,
    role_name: 'Landlord',
  };
  expect(problems(operations.decideTemplatePerson.body, proposed)).toEqual([]);
});

it('asks for the role and the subject that a decision needs', () => {
  expect(problems(operations.decideTemplatePerson.body, { decision: 'both' }).map((problem) => problem.path)).toEqual([
    'role_name',
    'subject_key',
  ]);
  expect(problems(operations.decideTemplatePerson.body, { decision: 'subject', subject_key: 'tenant' })).toEqual([]);
});

it('refuses a field that is named twice in one bulk rename', () => {
  expect(problems(operations.renameTemplateFields.body, { fields: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] })).toEqual([
    { path: 'fields[2].id', message: 'names a field twice' },
  ]);
});

it('collapses duplicate events and refuses an empty list and an unknown name', () => {
  const body = operations.registerWebhook.body;
  const url = 'https://example.test/hook';
  expect(filled(body, { url, events: ['envelope.sent', 'envelope.sent'] }).events).toEqual(['envelope.sent']);
  expect(firstProblem(body, { url, events: [] })).toEqual({ path: 'events', message: 'must name at least one event' });
  expect(firstProblem(body, { url, events: ['envelope.opened'] })?.path).toBe('events[0]');
});

it.each(['', 'AAAA', 'AA==', 'AAA=', '/+09'])('takes %j for base64', (text) => {
  expect(isBase64(text)).toBe(true);
});

it.each(['A', 'A===', '====', 'AA=A', 'A A=', 'AAA\n', 'AAAé', 'AAAŁ', 'A*AA', '-_AA', 'AA==AAAA'])(
  'does not take %j for base64',
  (text) => {
    expect(isBase64(text)).toBe(false);
  },
);

it('tells base64 of a whole upload, and the length of a text of any length', () => {
  const file = 'QUJD'.repeat(12 * 1024 * 1024);
  expect(problems(operations.createTemplate.body, { documents: [{ filename: 'a.pdf', file }] })).toEqual([]);
  expect(problems(operations.createTemplate.body, { documents: [{ filename: file, file: 'AAAA' }] })).toEqual([
    { path: 'documents[0].filename', message: 'must be at most 255 characters' },
  ]);
});
