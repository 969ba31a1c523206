import { describe, expect, it } from 'vitest';
import { LineReader, withoutControls } from '../../../src/listen/tunnel/line-reader.js';

function linesOf(chunks: readonly (string | Buffer)[]): readonly string[] {
  const found: string[] = [];
  const lines = new LineReader((line) => found.push(line));
  for (const chunk of chunks) lines.take(Buffer.from(chunk));
  lines.end();
  return found;
}

describe('the lines of a program', () => {
  it('are the same however the output was cut into chunks', () => {
    const text = 'one\nhttps://a-b.example.test |\r\n\u{1F58B} three\nfour';
    const bytes = Buffer.from(text);
    const whole = linesOf([bytes]);
    expect(whole).toEqual(['one', 'https://a-b.example.test |', '\u{1F58B} three', 'four']);
    for (let size = 1; size < 9; size += 1) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      expect(linesOf(chunks)).toEqual(whole);
    }
  });

  it('are passed on only when complete: half an address is not one', () => {
    const found: string[] = [];
    const lines = new LineReader((line) => found.push(line));
    lines.take(Buffer.from('https://api'));
    expect(found).toEqual([]);
    lines.take(Buffer.from('2.example.test\n'));
    expect(found).toEqual(['https://api2.example.test']);
  });

  it('lose colours, cursor movements and other control characters', () => {
    expect(withoutControls('\u001b[32mHTTPS:\u001b[0m \u001b[1mhttps://x.test\u001b[0m\u0007')).toBe(
      'HTTPS: https://x.test',
    );
    expect(linesOf(['\u001b[2K\u001b[1Gready\u0000\n'])).toEqual(['ready']);
  });

  it('are cut where they do not end, and the rest of such a line is dropped', () => {
    const found = linesOf(['x'.repeat(60_000), 'y'.repeat(60_000), '\nnext\n']);
    expect(found.map((line) => line.length)).toEqual([16 * 1024, 4]);
    expect(found[1]).toBe('next');
  });

  it('end at a carriage return too, as a progress line does', () => {
    expect(linesOf(['10 %\r20 %\rdone\n'])).toEqual(['10 %', '20 %', 'done']);
  });
});
