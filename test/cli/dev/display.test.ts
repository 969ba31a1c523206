import { expect, it } from 'vitest';
import type { Context } from '../../../src/cli/context/context.js';
import { openDisplay } from '../../../src/cli/dev/display.js';
import type { Services } from '../../../src/cli/dev/services.js';
import { entryOf } from '../../../src/cli/timeline/entry.js';
import type { OutputEvent } from '../../../src/core/terminal/output.js';

interface Line {
  readonly kind: string;
  readonly text: string;
}

it('lines of a loud app are left out for a slow reader, and nothing else is', async () => {
  const written: Line[][] = [];
  let read: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (read = resolve));
  const output = {
    form: 'json',
    event: () => Promise.resolve(),
    events: async (all: readonly OutputEvent[]) => {
      written.push(all.map(({ value }) => value as Line));
      await slow;
    },
  };
  const context = { output, prompt: { available: false }, clock: { now: () => 0 } } as unknown as Context;
  const options = {
    words: [],
    forwardTo: new URL('http://127.0.0.1:3000/'),
    allowOrigin: [],
    ask: false,
    shared: false,
    ack: 'early' as const,
    bodies: false,
    writeEnv: null,
  };
  const display = await openDisplay(context, { emulator: 'http://127.0.0.1:1', profile: 'local' } as Services, options);
  display.add([entryOf({ at: 0, kind: 'app', what: 'first' })]);
  await Promise.resolve();
  for (let at = 0; at < 20_000; at += 1) display.add([entryOf({ at: 0, kind: 'app', what: `line ${at}` })]);
  display.add([entryOf({ at: 0, kind: 'hook', what: 'envelope.sent → app 204' })]);
  read();
  await display.rest();
  const lines = written.flat();
  expect(lines.length).toBeLessThan(6_000);
  const left = 20_001 - lines.filter(({ kind }) => kind === 'app').length;
  expect(lines.slice(-2).map(({ text }) => text)).toEqual([
    'envelope.sent → app 204',
    `${left} lines of the app are left out: they came too fast.`,
  ]);
});
