import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesUnder } from '../support/project/files-under.js';

/** What settles a write is decided in one place: a second copy of the rule would differ from it sooner or later. */
const rule = 'src/contract/settlement.ts';
const places = [
  'client',
  'store',
  'sending/bulk',
  'sending/request',
  'receiving/endpoint',
  'cli/failure',
  'cli/write',
  'cli/context',
  'cli/flags',
  'cli/files',
];
/** Files that compare a status for another purpose. */
const others: Readonly<Record<string, string>> = {
  'src/client/response.ts': 'reads a response',
  'src/client/retry.ts': 'chooses when to retry',
  'src/cli/failure/explain.ts': 'chooses an exit code',
  'src/sending/bulk/sent-envelopes.ts': 'reads an envelope that may not exist',
  'src/cli/failure/check-key.ts': 'asks whether a key is valid, by a read',
  'src/store/envelopes.ts': 'knows which envelopes exist',
  'src/sending/request/resume-request.ts': 'reads a template that may be deleted',
};

const comparesStatus = /\bstatus\b[^;\n]*\b[45]\d\d\b/;
const listsStatuses = /\[\s*401\s*,\s*40\d\b/;
const decidesOutcome = /\boutcomeUnknown\s*(\|\||&&|\?\?)?=[^=>]/;

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
const source = filesUnder('src').map((path) => ({ path, text: withoutComments(readFileSync(path, 'utf8')) }));
const matching = (pattern: RegExp, some = source): readonly string[] =>
  some.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

it('no other room of writes compares the status of an answer to decide it', () => {
  const own = source.filter(({ path }) => places.some((place) => path.startsWith(`src/${place}/`)));
  expect(own.length).toBeGreaterThan(100);
  expect(matching(comparesStatus, own).toSorted()).toEqual(Object.keys(others).toSorted());
});

it('no other file lists the statuses that do not settle', () => {
  expect(matching(listsStatuses)).toEqual([]);
  expect(source.find(({ path }) => path === rule)?.text).toContain("429: 'refused_now'");
});

it('the client alone tells whether an outcome is unknown', () => {
  expect(matching(decidesOutcome).toSorted()).toEqual(['src/client/failure.ts', 'src/client/send-with-retry.ts']);
});

it.each([
  'return outcomeUnknown && (status === 401 || status === 403 || status === 429 || status >= 500);',
  'if (request.key === undefined || status === undefined || status >= 500) return;',
  'return status >= 400 && status < 500 && ![401, 403, 409, 429].includes(status);',
  'const saysNothing: readonly number[] = [401, 403, 429];',
  'const beforeKey = new Set([401, 403, 429]);',
  'course.outcomeUnknown ||= course.writes && status >= 200;',
])('finds a copy such as: %s', (copy) => {
  expect([comparesStatus, listsStatuses, decidesOutcome].some((pattern) => pattern.test(copy))).toBe(true);
});
