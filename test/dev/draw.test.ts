import { describe, expect, it } from 'vitest';
import { drawScreen, entryLines, type Heading } from '../../src/dev/draw.js';
import { entryOf } from '../../src/dev/entry.js';
import { emptyTimeline, moved, type Timeline, withEntries } from '../../src/dev/timeline.js';
import { createColour } from '../../src/terminal/colour.js';
import { width } from '../../src/terminal/text.js';

const plain = createColour(false);
const heading: Heading = {
  emulator: 'http://127.0.0.1:4747',
  app: 'http://127.0.0.1:3000/webhooks',
  command: 'node server.mjs',
  settings: '.env.local',
  moved: '2026-11-27 02:31',
};
const at = new Date(2026, 10, 25, 16, 31, 28).getTime();
const long = 'a very long request '.repeat(20);
const filled = withEntries(emptyTimeline, [
  entryOf({ at, kind: 'api', what: `200 GET /${long}`, curl: `curl ${'x'.repeat(300)}` }),
  entryOf({ at, kind: 'hook', tone: 'bad', what: 'envelope.sent → app 401', why: [`The app said: ${long}`] }),
  entryOf({ at, kind: 'app', what: 'colour \u001b[31m and \u202e direction and 漢字漢字' }),
]);
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
  ['a filter', moved(filled, 'filter', 5)],
];

describe.each(sizes)('the screen of $columns × $rows', (size) => {
  it.each(views)('fits exactly with %s', (_, timeline) => {
    const rows = drawScreen(timeline, heading, size, plain);
    expect(rows).toHaveLength(size.rows);
    for (const row of rows) expect(width(row)).toBeLessThanOrEqual(size.columns);
  });

  it('shows nothing that steers the terminal', () => {
    for (const [, timeline] of views)
      expect(drawScreen(timeline, heading, size, plain).join('')).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});

it('shows where things are, the newest entries, and why one failed', () => {
  const text = drawScreen(filled, heading, { rows: 24, columns: 100 }, plain).join('\n');
  expect(text).toContain('emulator http://127.0.0.1:4747 at 2026-11-27 02:31 UTC');
  expect(text).toContain('$ node server.mjs   deliveries to http://127.0.0.1:3000/webhooks   settings in .env.local');
  expect(text).toMatch(/16:31:28 {2}hook {2}envelope\.sent → app 401\n +The app said: a very long/);
});

it('shows a curl command whole, so that it can be copied', () => {
  const text = drawScreen(moved(moved(filled, 'first', 5), 'open', 5), heading, { rows: 24, columns: 80 }, plain);
  expect(text.join('').replaceAll(/\s/g, '')).toContain('x'.repeat(300));
});

it('is the same in a log', () => {
  expect(entryLines(entryOf({ at, kind: 'event', what: 'envelope.sealed' }), 80, plain)).toEqual([
    '  16:31:28  event envelope.sealed',
  ]);
});
