import { beforeEach, expect, it } from 'vitest';
import { type BulkRow, identityOf } from '../../../src/sending/bulk/bulk-row.js';
import { findSentBefore } from '../../../src/sending/bulk/confirm-run.js';
import type { Sending } from '../../../src/store/run-rows.js';
import { type RunSettings, startRun } from '../../../src/store/runs.js';
import { openState, type State } from '../../../src/store/state.js';
import { runSettings, sendingOf, startOf } from '../../support/records/sendings.js';
import { fresh } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const folder = fresh(newFolder);
let state: State;
beforeEach(() => {
  state = openState(folder.path);
});

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
function runOf(
  name: string,
  texts: readonly string[],
  settings: Partial<RunSettings> = {},
  status: Sending['status'] = 'created',
): void {
  const imported = texts.map((text) => {
    const { run: _run, ...sending } = sendingOf({
      key: `key-${text}`,
      slot: `${text}#0`,
      identity: identity(text),
      status,
    });
    return sending;
  });
  startRun(state, startOf({ name, settings, imported }));
}
const found = (...texts: readonly string[]) => {
  const before = findSentBefore(state, runSettings, rowsOf(...texts));
  return before && [before.run.name, before.count];
};

it('finds the run that has sent most of the rows', () => {
  runOf('march', ['ann', 'ben']);
  runOf('april', ['ann', 'ben', 'cleo']);
  expect(found('ann', 'ben', 'cleo', 'dan')).toEqual(['april', 3]);
  expect(found('ann', 'dan', 'eve', 'fay')).toBeNull();
  // Half of them is not most of them.
  expect(found('ann', 'cleo', 'eve', 'fay')).toBeNull();
});

it('counts rows of unknown outcome, and none that was refused', () => {
  runOf('march', ['ann'], {}, 'open');
  runOf('april', ['ben'], {}, 'refused');
  expect([found('ann'), found('ben')]).toEqual([['march', 1], null]);
});

it.each([{ host: 'other' }, { mode: 'test' as const }, { template_id: 'other' }])(
  'passes over a run with %j',
  (settings) => {
    runOf('march', ['ann'], settings);
    expect(found('ann')).toBeNull();
  },
);

it('believes an ID where both have one, else the people', () => {
  runOf('march', ['7/ann']);
  expect([found('7/anna'), found('8/ann'), found('ann')]).toEqual([['march', 1], null, ['march', 1]]);
});
