import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, expect, it } from 'vitest';
import { openRequestJournal } from '../../src/journal/requests.js';
import { times } from '../support/counts.js';

const root = mkdtempSync(join(tmpdir(), 'esign-steps-'));
afterAll(() => rmSync(root, { recursive: true }));
const support = (name: string): string => fileURLToPath(new URL(`../support/${name}`, import.meta.url));

/** Runs one write in a folder, killed before a step; answers with the signal that ended it. */
function runUntil(script: string, folder: string, step: number): Promise<NodeJS.Signals | null> {
  mkdirSync(folder);
  return new Promise((resolve) => {
    const argv = ['-r', support('kill-at-step.cjs'), script, folder];
    const child = spawn(process.execPath, argv, { env: { ...process.env, STEP: String(step) }, stdio: 'inherit' });
    child.on('exit', (_code, signal) => resolve(signal));
  });
}

it('killed before any of its steps, a write that left is never lost, and one that is settled is never open', async () => {
  const script = join(root, 'child.cjs');
  const bundle = await rolldown({
    input: support('journal-steps-child.ts'),
    platform: 'node',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  });
  await bundle.write({ file: script, format: 'cjs', codeSplitting: false });
  await bundle.close();
  const found: string[] = [];
  for (let step = 1; ; step += times(3, 1)) {
    const folder = join(root, String(step));
    const signal = await runUntil(script, folder, step);
    const [sent, settled] = ['sent', 'settled'].map((name) => existsSync(join(folder, name)));
    const journal = openRequestJournal({ folder: join(folder, 'state'), now: Date.now });
    const open = await journal.listOpen();
    const all = await journal.listRequests();
    const { damaged } = await journal.standingNow();
    const held = await journal.isHeld({ key: 'k', host: 'api.test', credential: undefined });
    const state = all.map((request) => (request.settled === undefined ? 'open' : 'settled')).join();
    found.push(`${sent === true ? 'sent' : 'not sent'}, ${state === '' ? 'not recorded' : state}`);
    expect([step, damaged, all.length <= 1, open.length]).toEqual([step, 0, true, state === 'open' ? 1 : 0]);
    // What has left is recorded, and its key is not used for another request.
    if (sent === true) expect([step, all.length, held]).toEqual([step, 1, true]);
    if (sent === true && state === 'open') expect(await journal.body('the-write')).toBe('{"title":"Lease"}');
    // Listing tidies up: nothing of a settled write is left open.
    if (settled === true) expect([step, state]).toEqual([step, 'settled']);
    if (signal === null) break;
  }
  expect(new Set(found)).toEqual(new Set(['not sent, not recorded', 'not sent, open', 'sent, open', 'sent, settled']));
  expect(found.length).toBeGreaterThan(times(8, 24));
}, 60_000);
