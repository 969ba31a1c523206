import { describe, expect, it } from 'vitest';
import type { Printer } from '../../../src/receiving/listener/printer.js';
import { printReady, type ReadyFacts } from '../../../src/receiving/listener/ready.js';
import { createColour } from '../../../src/core/terminal/colour.js';

/** What a listener shows when deliveries can arrive, with an app for each of `targets`. */
function shown(...targets: readonly string[]): string {
  let text = '';
  const ready = { url: 'https://a.example.test/', resumed: 0, left: [], elsewhere: [], uncertain: [] };
  const routes = targets.map((target) => ({ pattern: '*', target: new URL(target) }));
  const facts = { ready, options: { words: [] }, routing: { routes }, provider: {}, ahead: null, keys: null };
  const printer = { ready: (_, lines) => (text = lines(createColour(false)).join('\n')) } as Pick<Printer, 'ready'>;
  printReady(printer as Printer, facts as unknown as ReadyFacts);
  return text;
}

describe('the first lines of a listener', () => {
  it('tell of retries only where an app is given', () => {
    expect(shown('http://127.0.0.1:3000/hooks')).toMatch(
      /^Response +when the delivery is recorded; the app is retried from here$/m,
    );
    expect(shown()).toMatch(/^App +none;/m);
    expect(shown()).toMatch(/^Response +when the delivery is recorded$/m);
  });
});
