import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BulkRow } from '../../src/bulk/bulk-row.js';
import { createLedger } from '../../src/bulk/ledger.js';
import type { EndLine } from '../../src/bulk/ledger-line.js';
import { identityOf } from '../../src/bulk/row-identity.js';
import { findSentBefore } from '../../src/bulk/sent-before.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'esign-runs-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = '2026-12-01T08:00:00Z';
const settings = {
  host: 'h',
  mode: 'live',
  template_id: 't',
  run: [],
  send: true,
  brand_id: null,
  completion_delivery: null,
  deadline: null,
} as const;
const nameOf = (number: number, part = ''): string => `${String(number).padStart(32, '0')}${part}.ndjson`;
/** `7/ann` is Ann with the ID 7. */
const identity = (text: string) => {
  const [who = '', id = null] = text.split('/').toReversed();
  return identityOf({ recipients: [{ email: `${who}@example.test` }] }, id);
};
const rowsOf = (...texts: readonly string[]): readonly BulkRow[] =>
  texts.map((text, index) => ({
    number: index + 1,
    line: index + 2,
    key: '',
    body: {},
    content: 'new',
    identity: identity(text),
  }));
async function ledger(
  name: string,
  texts: readonly string[],
  more: Partial<typeof settings> | object = {},
  end = 'created',
) {
  const run = { at, name, file: null, settings: { ...settings, ...more }, expires_at: null };
  const lines = texts.flatMap((text, index) => {
    const place = { at, slot: `${text}#0`, key: `key-${text}` };
    const sent = {
      type: 'sent' as const,
      ...place,
      row: index + 1,
      line: index + 2,
      identity: identity(text),
      content: 'old',
      body: null,
    };
    const status = end as EndLine['status'];
    return [
      sent,
      { type: 'end' as const, ...place, status, envelope: status === 'created' ? `e-${text}` : null, code: null },
    ];
  });
  await createLedger(join(folder, name), run, lines);
}
const found = async (...texts: readonly string[]) => {
  const before = await findSentBefore(folder, settings, rowsOf(...texts));
  return before && [before.run.name, before.count];
};

it('finds the run that has sent most of the rows, over all of its parts', async () => {
  await ledger(nameOf(1), ['ann', 'ben']);
  await ledger(nameOf(2, '.1-of-2'), ['ann']);
  await ledger(nameOf(2, '.2-of-2'), ['ben', 'cleo']);
  expect(await found('ann', 'ben', 'cleo', 'dan')).toEqual([nameOf(2, '.1-of-2'), 3]);
  expect(await found('ann', 'dan', 'eve', 'fay')).toBeNull();
  // Half of them is not most of them.
  expect(await found('ann', 'cleo', 'eve', 'fay')).toBeNull();
});

it('counts rows of unknown outcome, and none that was refused', async () => {
  await ledger(nameOf(1), ['ann'], {}, 'unknown');
  await ledger(nameOf(2), ['ben'], {}, 'refused');
  expect([await found('ann'), await found('ben')]).toEqual([[nameOf(1), 1], null]);
});

it.each([{ host: 'other' }, { mode: 'test' }, { template_id: 'other' }])('passes over a run with %j', async (more) => {
  await ledger(nameOf(1), ['ann'], more);
  expect(await found('ann')).toBeNull();
});

it('believes an ID where both have one, else the people', async () => {
  await ledger(nameOf(1), ['7/ann']);
  expect([await found('7/anna'), await found('8/ann'), await found('ann')]).toEqual([
    [nameOf(1), 1],
    null,
    [nameOf(1), 1],
  ]);
});

it('is not stopped by a ledger that is damaged', async () => {
  await ledger(nameOf(1), ['ann']);
  writeFileSync(join(folder, nameOf(2)), 'torn');
  writeFileSync(join(folder, nameOf(3)), '');
  expect(await found('ann')).toEqual([nameOf(1), 1]);
});
