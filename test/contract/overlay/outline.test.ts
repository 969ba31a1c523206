import { expect, it } from 'vitest';
import {
  boundedAt,
  hasInstants,
  instantsOf,
  makeOutline,
  outlineOf,
  propertiesNamed,
  propertyAt,
} from '../../../src/contract/overlay/outline.js';
import { operations } from '../../../src/contract/operations.js';

it('tells of each operation what its row says', () => {
  expect(outlineOf('sendEnvelope')).toMatchObject({
    method: 'POST',
    path: operations.sendEnvelope.path,
    status: operations.sendEnvelope.answer.status,
    parameters: ['envelopeId'],
  });
  expect(Object.keys(outlineOf('getEnvelope').parts)).toEqual(['answer']);
});

it('tells a property with its values, and undefined for anything else', () => {
  expect(propertyAt('getEnvelope', 'answer', 'status')?.values).toContain('partially_signed');
  expect(propertyAt('getEnvelope', 'answer', 'sent_at')).toMatchObject({ isInstant: true, values: null });
  for (const path of [
    '',
    'recipients[]',
    'recipients.email',
    'title.x',
    'recipients[].',
    'status\t',
    'hasOwnProperty',
  ]) {
    expect([path, propertyAt('getEnvelope', 'answer', path)]).toEqual([path, undefined]);
  }
  expect(propertyAt('getEnvelope', 'body', 'status')).toBeUndefined();
});

it('tells which properties of a request have bounds, those inside lists and items too', () => {
  expect(boundedAt('voidEnvelope', 'body', 'reason')).toMatchObject({ min: false, max: true });
  expect(boundedAt('createEnvelope', 'body', 'recipients')).toMatchObject({ min: true, max: false });
  expect(boundedAt('createEnvelope', 'body', 'recipients[].name')?.max).toBe(true);
  expect(boundedAt('decideTemplatePerson', 'body', 'subject_key')?.max).toBe(true);
  expect(boundedAt('createOneOffEnvelope', 'body', 'fields[].options[]')?.max).toBe(true);
  expect(propertyAt('createOneOffEnvelope', 'body', 'fields[].options[]')).toBeUndefined();
  expect(boundedAt('createEnvelope', 'body', 'template_id')).toMatchObject({ min: false, max: false });
});

it('finds properties wherever a path ends so, and instants, in a delivery too', () => {
  const written = (found: ReturnType<typeof propertiesNamed>) =>
    found.map(({ id, part, path }) => `${id}.${part}.${path}`);
  const some = ['delivery.body.created_at', 'getEnvelope.answer.created_at'];
  expect(written(propertiesNamed('created_at'))).toEqual(expect.arrayContaining(some));
  expect(instantsOf('delivery', 'body')).toContain('created_at');
  expect(instantsOf('getEnvelope', 'answer')).toContain('created_at');
  expect([hasInstants('getEnvelope'), hasInstants('unknown')]).toEqual([true, false]);
  expect(propertiesNamed('reated_at')).toEqual([]);
});

it('is the same after the way through JSON, as the build keeps it', () => {
  const made = makeOutline();
  expect(JSON.parse(JSON.stringify(made))).toEqual(made);
});
