import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);

describe('emulator snapshot and restore', () => {
  it('write everything to a file of lines, and put it back', async () => {
    const kept = await at.template('Kept');
    const taken = await at.ok(['emulator', 'snapshot', '-o', 'one.json'], { terminal: true });
    expect(taken.stdout).toBe('Wrote one.json: 0 envelopes, 1 file.\n');
    expect(statSync(at.path('one.json')).mode & 0o777).toBe(0o600);
    const one = readFileSync(at.path('one.json'), 'utf8');
    expect(one.split('\n').length).toBeGreaterThan(200);

    await at.template('Gone');
    await at.ok(['emulator', 'snapshot', '-o', 'two.json']);
    expect(readFileSync(at.path('two.json'), 'utf8')).not.toBe(one);
    await at.ok(['emulator', 'restore', 'one.json', '--yes']);
    await at.ok(['emulator', 'snapshot', '-o', 'two.json', '--force']);
    expect(readFileSync(at.path('two.json'), 'utf8')).toBe(one);
    expect((await at.ok(['emulator', 'snapshot', '-o', '-'])).stdout).toBe(one);
    expect(one).toContain(kept);
  });

  it('leave no fault behind', async () => {
    await at.ok(['emulator', 'snapshot', '-o', 'calm.json']);
    await at.ok(['emulator', 'fault', 'operation', 'getEnvelope', '--code', 'internal_error']);
    await at.ok(['emulator', 'fault', 'deliveries', '--drop', '1']);
    expect((await at.ok(['emulator', 'fault', 'list', '--json'])).stdout).toContain('getEnvelope');
    await at.ok(['emulator', 'restore', 'calm.json', '--yes']);
    expect((await at.ok(['emulator', 'fault', 'list', '--json'])).json()).toMatchObject({ data: [] });
  });

  it('compare line by line: what is new adds lines, and what was there keeps its own', async () => {
    await at.ok(['emulator', 'snapshot', '-o', 'before.json', '--force']);
    const hook = ['--url', 'http://127.0.0.1:9/hooks', '--event', 'envelope.sent', '-q'];
    const id = (await at.ok(['webhook', 'register', ...hook])).stdout.trim();
    await at.ok(['emulator', 'snapshot', '-o', 'after.json', '--force']);
    const [before, after] = ['before.json', 'after.json'].map((name) =>
      readFileSync(at.path(name), 'utf8').split('\n'),
    );
    const left = [...(after ?? [])];
    const gone = (before ?? []).filter((line) => {
      const index = left.indexOf(line);
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    });
    // The empty list that is one no more, and the number that was given away last.
    expect(gone.length).toBeLessThanOrEqual(3);
    expect(left.length).toBeLessThan(30);
    expect(left.join('\n')).toContain(id);
    for (const line of after ?? []) expect(line.length).toBeLessThan(500);
  });

  it('restore needs a yes, and tells why it refuses', async () => {
    at.write('none.json', '{"format":"other"}');
    at.write('text.json', 'no JSON');
    await at.ok(['emulator', 'snapshot', '-o', 'fine.json']);
    const fine = readFileSync(at.path('fine.json'), 'utf8');
    at.write('torn.json', fine.slice(0, fine.length / 2));
    at.write('damaged.json', fine.replace('"Kept"', '"Dept"'));
    at.write('newer.json', fine.replace('snapshot/3"', 'snapshot/4"'));
    const runs: readonly (readonly [readonly string[], number, string])[] = [
      [['fine.json'], 2, 'confirmation_needed'],
      [['none.json', '--yes'], 5, 'invalid_request'],
      [['text.json', '--yes'], 2, 'file_unusable'],
      [['missing.json', '--yes'], 2, 'file_unusable'],
      [['torn.json', '--yes'], 2, 'file_unusable'],
      [['damaged.json', '--yes'], 5, 'invalid_request'],
      [['newer.json', '--yes'], 5, 'invalid_request'],
    ];
    for (const [words, code, name] of runs) {
      const ran = await at.run(['emulator', 'restore', ...words, '--json']);
      expect([words, ran.code, ran.error().code]).toEqual([words, code, name]);
    }
    await at.ok(['emulator', 'snapshot', '-o', 'fine.json', '--force']);
    expect(readFileSync(at.path('fine.json'), 'utf8')).toBe(fine);
    // As Windows PowerShell redirects it.
    writeFileSync(at.path('wide.json'), Buffer.from(`\ufeff${fine}`, 'utf16le'));
    await at.ok(['emulator', 'restore', 'wide.json', '--yes']);
  });
});
