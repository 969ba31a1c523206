import { describe, expect, it } from 'vitest';
import { drawScreen, entryLines, type Frame } from '../../../src/cli/timeline/draw.js';
import { entryOf } from '../../../src/cli/timeline/entry.js';
import { emptyTimeline, moved, type Timeline, withEntries } from '../../../src/cli/timeline/timeline.js';
import { createColour } from '../../../src/core/terminal/colour.js';
import { width } from '../../../src/core/terminal/text.js';

const plain = createColour(false);
const frame: Frame = {
  title: 'esign dev   emulator http://127.0.0.1:4747 at 2026-11-27 02:31 UTC',
  subtitle: '$ node server.mjs   deliveries to http://127.0.0.1:3000/webhooks   settings in .env.local',
  acts: [
    { act: 'sign', key: 's', short: 'sign', help: 'sign as the next recipient' },
    { act: 'copy', key: 'c', short: 'copy curl', help: 'copy the selected request' },
  ],
  expects: 'Deliveries appear here.',
  help: { back: 'go back', quit: 'stop everything', more: ['More.'] },
};
const at = new Date(2026, 10, 25, 16, 31, 28).getTime();
const long = 'a very long request '.repeat(20);
const filled = withEntries(emptyTimeline, [
  entryOf({ at, kind: 'api', what: `200 GET /${long}`, curl: `curl ${'x'.repeat(300)}` }),
  entryOf({ at, kind: 'hook', tone: 'bad', what: 'envelope.sent → app 401', why: [`The app said: ${long}`] }),
  entryOf({ at, kind: 'app', what: 'colour \u001b[31m and \u202e direction and 漢字漢字' }),
]);
const rows = Array.from({ length: 60 }, (_, at) => `row ${at} \u001b[31m ${long}`);
const sizes = [
  { rows: 24, columns: 80 },
  { rows: 30, columns: 100 },
  { rows: 8, columns: 40 },
];
const views: readonly (readonly [string, Timeline])[] = [
  ['nothing yet', emptyTimeline],
  ['entries', filled],
  ['a selection', moved(filled, 'up', 5)],
  ['an opened entry', moved(moved(filled, 'first', 5), 'open', 5)],
  ['the help', moved(filled, 'help', 5)],
  ['a question', { ...filled, view: { is: 'choice', at: 40, question: long, rows } }],
  ['a filter', moved(filled, 'filter', 5)],
];

describe.each(sizes)('the screen of $columns × $rows', (size) => {
  it.each(views)('fits exactly with %s', (_, timeline) => {
    const rows = drawScreen(timeline, frame, size, plain);
    expect(rows).toHaveLength(size.rows);
    for (const row of rows) expect(width(row)).toBeLessThanOrEqual(size.columns);
  });

  it('shows nothing that steers the terminal', () => {
    for (const [, timeline] of views)
      expect(drawScreen(timeline, frame, size, plain).join('')).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});

it('shows where things are, the newest entries, and why one failed', () => {
  const text = drawScreen(filled, frame, { rows: 24, columns: 100 }, plain).join('\n');
  expect(text).toContain('emulator http://127.0.0.1:4747 at 2026-11-27 02:31 UTC');
  expect(text).toContain('$ node server.mjs   deliveries to http://127.0.0.1:3000/webhooks   settings in .env.local');
  expect(text).toContain('↑↓ select  Enter open  s sign  f filter  ? help  q quit');
  const helped = drawScreen(moved(filled, 'help', 5), frame, { rows: 24, columns: 100 }, plain).join('\n');
  expect(helped).toMatch(
    /c {12}copy the selected request\n.*\nEsc {10}go back\nq, Ctrl-C {4}stop everything\n\nMore\./,
  );
  expect(text).toMatch(/16:31:28 {2}hook {2}envelope\.sent → app 401\n +The app said: a very long/);
});

it('keeps the selected row of a question in sight, and says which keys answer it', () => {
  const asked: Timeline = { ...filled, view: { is: 'choice', at: 0, question: 'Which one?', rows } };
  const shown = (timeline: Timeline): string =>
    drawScreen(timeline, frame, { rows: 12, columns: 60 }, plain).join('\n');
  expect(shown(asked)).toMatch(/Which one\?\n\n› row 0 .*\n {2}row 1 /);
  const last = moved(moved(asked, 'last', 5), 'down', 5);
  expect(shown(last)).toMatch(/ {2}row 58 .*\n› row 59 .*\n\n↑↓ select {2}Enter choose {2}Esc cancel {2}q quit/);
  expect(shown(moved(last, 'up', 5))).toContain('› row 58 ');
});

it('shows a curl command whole, so that it can be copied', () => {
  const text = drawScreen(moved(moved(filled, 'first', 5), 'open', 5), frame, { rows: 24, columns: 80 }, plain);
  expect(text.join('').replaceAll(/\s/g, '')).toContain('x'.repeat(300));
});

it('is the same in a log', () => {
  expect(entryLines(entryOf({ at, kind: 'event', what: 'envelope.sealed' }), 80, plain)).toEqual([
    '  16:31:28  event envelope.sealed',
  ]);
});

describe('a line', () => {
  const hook = entryOf({
    at,
    kind: 'hook',
    what: 'envelope.sent → app 204 in 12 ms',
    about: '“Lease”  9b2d6c1e  Thandi M',
  });
  const lines = (entry: Parameters<typeof entryLines>[0], columns: number): readonly string[] =>
    entryLines(entry, columns, plain).map((line) => line.slice(18));

  it('says whom it is about beside it, or below it without room', () => {
    expect(lines(hook, 100)).toEqual([`${hook.what}  ${hook.about}`]);
    expect(lines(hook, 60)).toEqual([hook.what, hook.about]);
  });

  it('is said in fewer words on a narrow screen, so that the operation and the time stay', () => {
    const what = `201 POST /envelopes/9b2d6c1e/recipients/5d8b70f9/signing-url  12 ms`;
    const api = entryOf({ at, kind: 'api', what, short: '201 mintSigningUrl 9b2d6c1e  12 ms' });
    expect([lines(api, 100), lines(api, 60)]).toEqual([[what], ['201 mintSigningUrl 9b2d6c1e  12 ms']]);
  });
});
