import { expect, it } from 'vitest';
import { envelope } from '../../src/contract/resources/envelope.js';
import { template, templateList } from '../../src/contract/resources/template.js';
import { webhook } from '../../src/contract/resources/webhook.js';
import { brokenStructure, misreadDescribed, misreadValue } from '../../src/contract/structure.js';

it('names the array or object without which an answer cannot be read', () => {
  expect(brokenStructure(envelope(), { id: 'x' })).toBe('recipients');
  expect(brokenStructure(envelope(), { recipients: [{}, 'someone'] })).toBe('recipients[1]');
  expect(brokenStructure(envelope(), { recipients: null })).toBe('recipients');
  expect(brokenStructure(envelope(), [])).toBe('');
});

it('lets properties that are missing or of another type pass', () => {
  expect(brokenStructure(envelope(), { recipients: [{ id: 7 }], more: true })).toBeNull();
});

it('lets a nullable list be null and looks inside one that is there', () => {
  const field = { rect: {}, context: { nearby: [] }, options: null };
  const body = { warnings: [], documents: [], pages: [], roles: [], subjects: [], questions: [], coverage: {} };
  expect(brokenStructure(template(), { ...body, fields: [field] })).toBeNull();
  expect(brokenStructure(template(), { ...body, fields: [{ ...field, options: 'none' }] })).toBe('fields[0].options');
  expect(brokenStructure(template(), { ...body, fields: [{ ...field, context: {} }] })).toBe(
    'fields[0].context.nearby',
  );
});

it.each([
  ['the word false', { active: 'false' }, 'active'],
  ['null as a flag', { active: null }, 'active'],
  ['a text as a number', { consecutive_failures: '3' }, 'consecutive_failures'],
  ['a number beyond all', { consecutive_failures: Infinity }, 'consecutive_failures'],
  ['an object as a text', { url: {} }, 'url'],
  ['an object as a text of a list', { subscribed_events: [{}] }, 'subscribed_events[0]'],
  ['an object as a nullable text', { disabled_reason: [] }, 'disabled_reason'],
  ['a number as a text', { url: 7 }, null],
  ['a missing number', { consecutive_failures: undefined }, 'consecutive_failures'],
  ['a missing flag', {}, null],
])('finds what words cannot be made of: %s', (_what, fields, path) => {
  expect(misreadValue(webhook(), { subscribed_events: [], consecutive_failures: 0, ...fields })).toBe(path);
});

it('refuses only what is described and present, since an assumed shape may be a wrong guess', () => {
  const whole = { subscribed_events: [], consecutive_failures: '3' };
  expect(misreadDescribed(webhook(), whole, 'described')).toBe('consecutive_failures');
  expect(misreadDescribed(webhook(), whole, 'assumed')).toBeNull();
  expect(misreadDescribed(webhook(), { subscribed_events: [] }, 'described')).toBeNull();
  expect(misreadDescribed(webhook(), { subscribed_events: {} }, 'assumed')).toBe('subscribed_events');
  const list = { data: [], next_cursor: {} };
  expect([misreadValue(templateList(), list), misreadDescribed(templateList(), list, 'described')]).toEqual([
    'next_cursor',
    null,
  ]);
});

it('refuses no template whose questions lack what they are assumed to list', () => {
  const parts = ['warnings', 'documents', 'pages', 'roles', 'subjects', 'fields'].map((name) => [name, []]);
  const question = { id: 'q', min_selected: 0, max_selected: 1 };
  const body = { ...Object.fromEntries(parts), questions: [question], coverage: {} };
  expect([misreadDescribed(template(), body, 'assumed'), misreadValue(template(), body)]).toEqual([
    null,
    'questions[0].options',
  ]);
  expect(misreadDescribed(template(), { ...body, questions: undefined }, 'assumed')).toBe('questions');
});
