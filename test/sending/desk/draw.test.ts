import { describe, expect, it } from 'vitest';
import type { DeskRow } from '../../../src/sending/desk/arrange.js';
import { type Desk, emptyDesk, moved, withRows } from '../../../src/sending/desk/desk.js';
import { type DeskFrame, drawDesk } from '../../../src/sending/desk/draw.js';
import { createColour } from '../../../src/core/terminal/colour.js';
import { width } from '../../../src/core/terminal/text.js';

const plain = createColour(false);
const hour = 3_600_000;
const now = Date.parse('2026-12-10T12:00:00Z');
const ago = (hours: number): string => new Date(now - hours * hour).toISOString();
const frame: DeskFrame = {
  service: 'esign desk   https://api.example.com (LIVE)',
  state: { words: 'Read 3s ago', why: null },
  message: null,
  hasPage: false,
};

interface Given {
  readonly status: 'draft' | 'sent' | 'partially_signed' | 'declined' | 'completed' | 'voided' | null;
  readonly waits?: number;
  readonly due?: number;
  readonly run?: string;
  readonly title?: string;
}
let made = 0;
function row({ status, waits, due, run, title = 'Lease' }: Given): DeskRow {
  made += 1;
  const id = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
  const turn = waits === undefined ? [] : [{ role: 'Tenant', name: `Tenant ${made}` }];
  const seen = {
    id,
    host: 'h',
    account: 'a',
    readAt: ago(0),
    status,
    title,
    createdAt: ago(200),
    sentAt: ago(200),
    expiresAt: due === undefined ? null : ago(-due),
    turn,
    sealed: status === 'completed' ? true : null,
    names: [`Tenant ${made}`, 'Pieter van Wyk'],
    since: waits === undefined ? null : { at: ago(waits), exact: false },
  };
  return { id, firstAt: ago(200), seen, current: true, run: run ?? null };
}
const rows = [
  row({ status: 'completed', run: 'march.csv', title: 'March sealed' }),
  row({ status: 'sent', waits: 5, run: 'march.csv', title: 'March short' }),
  row({ status: 'sent', waits: 50, run: 'march.csv', title: 'March long' }),
  row({ status: 'declined', run: 'march.csv', title: 'March declined' }),
  row({ status: 'sent', waits: 80, run: 'march.csv', title: 'March late' }),
  row({ status: 'sent', waits: 100, title: 'Other late' }),
  row({ status: 'sent', waits: 1, due: 5, title: 'Due today' }),
  row({ status: 'draft', title: 'Other draft' }),
  row({ status: null, title: 'Gone' }),
  { ...row({ status: 'sent' }), id: 'not-read-yet', seen: undefined, current: false },
];
const filled: Desk = withRows(emptyDesk({ now, late: 72 * hour }), rows, { now, late: 72 * hour });
const size = { rows: 24, columns: 100 };
const textOf = (desk: Desk, columns = 100): string =>
  drawDesk(desk, frame, { rows: 24, columns }, plain).join('\n').replace(/ +$/gm, '');

it('shows late ones of all runs first, then those that wait longest, then what is over, in groups of runs', () => {
  expect(textOf(filled).split('\n').slice(0, 17)).toEqual([
    'esign desk   https://api.example.com (LIVE)',
    '9 envelopes: 3 late, 2 waiting, 1 declined, 1 draft, 1 sealed, 1 not read   Read 3s ago',
    expect.stringMatching(/^ {2}TITLE +PEOPLE +STATE +WAITING +DEADLINE$/),
    'Late',
    expect.stringMatching(/^› Other late +→ Tenant 6, Pieter van Wyk +sent +4d 4h\+$/),
    expect.stringMatching(/^ {2}March late +→ Tenant 5, Pieter van Wyk +sent +3d 8h\+$/),
    expect.stringMatching(/^ {2}Due today +→ Tenant 7, Pieter van Wyk +sent +1h\+ +in 5h$/),
    '',
    'march.csv   5 envelopes: 1 late, 2 waiting, 1 declined, 1 sealed',
    expect.stringMatching(/^ {2}March long /),
    expect.stringMatching(/^ {2}March short /),
    expect.stringMatching(/^ {2}March declined /),
    expect.stringMatching(/^ {2}March sealed /),
    '',
    'Other envelopes',
    expect.stringMatching(/^ {2}not-read-yet +not read$/),
    expect.stringMatching(/^ {2}Other draft /),
  ]);
});

it('tells of the last day on a narrow screen too, where the deadline has no column', () => {
  expect(textOf(filled, 80)).toMatch(/^ {2}Due today .* due in 5h$/m);
});

it('offers the keys that fit the selected envelope', () => {
  const foot = (desk: Desk): string => textOf(desk).split('\n').at(-1) ?? '';
  expect(foot(filled)).toBe('↑↓  s show  d draft  v void  c correct  f filter  ? help  q quit');
  const declined = { ...filled, selected: rows[3]!.id };
  expect(foot(declined)).toBe('↑↓  s show  d draft  c correct  e evidence  f filter  ? help  q quit');
  const withPage = drawDesk(filled, { ...frame, hasPage: true }, size, plain);
  expect(withPage.at(-1)).toContain('v void  c correct  o page');
});

it('shows what is lost or went wrong in words, and in colour where there is some', () => {
  const lost = { ...frame, state: { words: 'Not connected since 14:03.', why: 'Connection refused.' } };
  expect(drawDesk(filled, lost, size, plain)[1]).toBe('Not connected since 14:03.');
  expect(drawDesk(filled, lost, size, createColour(true))[1]).toContain('\u001b[31mNot connected');
  expect(drawDesk(filled, frame, size, plain).join('')).not.toContain('\u001b');
});

const asking = {
  is: 'asking',
  ask: { act: 'void', row: rows[1]!, question: 'Reason, kept on record:', answer: 'so '.repeat(60) },
} as const;
const question = 'Void it?';
const many = Array.from({ length: 60 }, (_, at) => row({ status: 'sent', waits: at, title: `Number ${at}` }));
const strange = row({
  status: 'partially_signed',
  waits: 9,
  due: 5,
  title: 'red \u001b[31m, \u202e and 漢字漢字漢字漢字漢字漢字漢字漢字漢字',
});
const views: readonly (readonly [string, Desk])[] = [
  ['nothing', emptyDesk({ now, late: hour })],
  ['envelopes', filled],
  ['the last of many', moved(withRows(filled, many, filled.lateness), 'last', 10)],
  ['a strange title', withRows(filled, [strange], filled.lateness)],
  ['the help', moved(filled, 'help', 10)],
  ['a filter', moved(moved(filled, 'filter', 10), { typed: 'march' }, 10)],
  ['a question', { ...filled, view: asking }],
  [
    'a confirmation',
    { ...filled, view: { is: 'confirming', confirm: { ask: asking.ask, lines: ['x '.repeat(300)], question } } },
  ],
  [
    'a confirmation of a title without spaces',
    { ...filled, view: { is: 'confirming', confirm: { ask: asking.ask, lines: ['漢'.repeat(200)], question } } },
  ],
  ['an answer of wide letters', { ...filled, view: { ...asking, ask: { ...asking.ask, answer: '漢'.repeat(200) } } }],
  ['what is read before it', { ...filled, view: { is: 'reading', ask: asking.ask } }],
];

describe.each([size, { rows: 24, columns: 80 }, { rows: 12, columns: 44 }, { rows: 8, columns: 30 }])(
  '$columns × $rows',
  (room) => {
    it.each(views)('fits exactly, and steers no terminal, with %s', (_, desk) => {
      const drawn = drawDesk(desk, frame, room, plain);
      expect(drawn).toHaveLength(room.rows);
      for (const line of drawn) expect(width(line)).toBeLessThanOrEqual(room.columns);
      expect(drawn.join('')).not.toMatch(/[\p{Cc}\u202e]/u);
    });

    it('shows the selected one of many, the last one at the bottom', () => {
      const drawn = drawDesk(views[2]![1], frame, room, plain);
      expect(drawn.at(-3)).toMatch(/^› Number /);
    });
  },
);

it('keeps the reason of a confirmation in sight, however many people there are', () => {
  const people = Array.from({ length: 60 }, (_, at) => `  Person ${at}`);
  const lines = ['This voids “Lease”.', ...people, '', 'Reason: Wrong unit'];
  const drawn = drawDesk(
    { ...filled, view: { is: 'confirming', confirm: { ask: asking.ask, lines, question } } },
    frame,
    size,
    plain,
  );
  expect(drawn.slice(-6)).toEqual([
    '  Person 14',
    '  … and 45 more lines',
    '',
    'Reason: Wrong unit',
    '',
    'Void it? (y/N)',
  ]);
});

it('shows the end of a long answer, where the typing goes on', () => {
  const ask = { ...asking.ask, answer: `${'漢'.repeat(150)}end` };
  expect(drawDesk({ ...filled, view: { is: 'asking', ask } }, frame, size, plain).at(-1)).toMatch(
    /漢end▏  Enter to go on, Esc/,
  );
});
