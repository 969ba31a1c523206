import { expect, it } from 'vitest';
import { createColour } from '../../../src/core/terminal/colour.js';
import { drawScreen, moved, type ScreenView } from '../../../src/core/terminal/screen.js';
import { width } from '../../../src/core/terminal/text.js';

const view = (count: number, active: number, more: Partial<ScreenView> = {}): ScreenView => ({
  title: 'Names',
  columns: [
    { title: 'Field', need: 10, share: 1 },
    { title: 'Name', need: 10, share: 1 },
  ],
  count,
  row: (index) => ({ cells: [`Field ${index}`, `name_${index}`] }),
  active,
  below: [{ text: 'About this field.' }],
  keys: [
    ['Enter', 'change'],
    ['q', 'save and quit'],
  ],
  ...more,
});
const drawn = (shown: ScreenView, columns = 80, rows = 23): readonly string[] =>
  drawScreen(shown, { columns, rows }, createColour(false)).split('\n');

it('the keys are visible whatever is longer, and only visible rows of a long table are asked for', () => {
  const asked: number[] = [];
  const row: ScreenView['row'] = (index) => {
    asked.push(index);
    return { cells: [`Field ${index}`] };
  };
  const below = Array.from({ length: 40 }, (_, index) => ({ text: `Line ${index}` }));
  for (const active of [0, 1_450, 2_899]) {
    const lines = drawn(view(2_900, active, { row, below }), 80, 15);
    expect(lines).toHaveLength(15);
    expect(lines.at(-1)).toBe('Enter change · q save and quit');
    expect(lines).toContain(`❯ Field ${active}`);
  }
  expect(asked.length).toBeLessThan(40);
});

it('a line is as wide as the terminal at most, a cell is cut, and nothing steers the terminal', () => {
  const row: ScreenView['row'] = () => ({ cells: [`A\u001b[2J\nvery ${'long '.repeat(40)}label`, 'e'] });
  for (const columns of [60, 80, 200]) {
    const lines = drawn(view(3, 1, { row, title: 'A\u001b]0;title'.repeat(20) }), columns);
    expect(Math.max(...lines.map(width))).toBeLessThan(columns);
    expect(lines.join('\n')).not.toContain('\u001b');
    expect(lines.find((line) => line.startsWith('❯'))).toMatch(/A\\u\{1b\}\[2J\\n.*… +e$/);
  }
});

it('a key moves within the rows there are', () => {
  const to = (name: string, active: number): number | null => moved({ name, text: '' }, active, 30);
  expect([to('up', 0), to('down', 29), to('pagedown', 5), to('home', 7), to('end', 7)]).toEqual([0, 29, 15, 0, 29]);
  expect(to('a', 3)).toBeNull();
});
