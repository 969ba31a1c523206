import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { openScreen } from '../../../src/core/terminal/full-screen.js';

it('is redrawn after a resize, since the terminal has moved what it showed', () => {
  const output = Object.assign(new PassThrough(), { rows: 5, columns: 40 });
  let written = '';
  output.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const rows = ['head', 'one'];
  const screen = openScreen(
    { input: new PassThrough(), output },
    { typed: () => undefined, resized: () => screen.draw(rows) },
  );
  screen.show(true);
  screen.draw(rows);
  screen.draw(rows);
  expect(written.match(/head/g)).toHaveLength(1);
  written = '';
  output.emit('resize');
  expect(written).toMatch(/\[2J.*head.*one/s);
  screen.close();
});
