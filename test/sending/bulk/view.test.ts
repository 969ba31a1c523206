import { expect, it } from 'vitest';
import type { RowResult } from '../../../src/sending/bulk/bulk-line.js';
import { Pacer } from '../../../src/sending/bulk/pacer.js';
import type { Context } from '../../../src/cli/context/context.js';
import { BulkTally } from '../../../src/sending/bulk/tally.js';
import { inWords, openReporter } from '../../../src/sending/bulk/view.js';
import { createColour } from '../../../src/core/terminal/colour.js';
import { createOutput } from '../../../src/core/terminal/output.js';
import { fakeTerminal } from '../../support/program/terminal.js';

it('writes no control character of an id to a terminal', async () => {
  const terminal = fakeTerminal({ terminal: true });
  const colour = createColour(false);
  const output = createOutput(terminal.streams, {
    form: 'ids',
    fields: null,
    jq: null,
    colour,
    errorColour: colour,
    quiet: true,
    hide: (text) => text,
  });
  const clock = { now: () => 0, sleep: () => Promise.resolve() };
  const context = { output, clock } as unknown as Context;
  const teller = openReporter(context, {
    tally: new BulkTally(1, 0),
    pacer: new Pacer({ shards: 1 }),
    file: 'r',
    retryFor: 0,
  });
  const made = { status: 'created', envelope_id: '\u001b[2Jid\nid' } as unknown as RowResult;
  await teller.row(made);
  expect(terminal.stdout()).not.toContain('\u001b');
  expect(terminal.stdout().trim().split('\n')).toHaveLength(1);
  expect(terminal.stdout()).toContain('id');
});

it.each([
  [0, '1 s'],
  [7_400, '8 s'],
  [59_001, '1 min'],
  [61_000, '1 min 10 s'],
  [120_000, '2 min'],
  [3_599_000, '1 h'],
  [7_500_000, '2 h 5 min'],
])('%i milliseconds are %s', (milliseconds, words) => expect(inWords(milliseconds)).toBe(words));
