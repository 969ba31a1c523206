import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newMachine } from '../support/program.js';
import { shared } from '../support/shared.js';

const machine = shared(newMachine);

const realClock = {
  now: () => Date.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

const has = (program: string): boolean => spawnSync(program, ['-v']).error === undefined;

interface Line {
  readonly type: string;
  readonly [name: string]: unknown;
}

describe('esign demo', () => {
  it('does the main job, and every event is received and verified', async () => {
    const ran = await machine.run(['demo', '--output', 'demo', '--json'], { clock: realClock });
    expect(ran.stderr).toBe('');
    expect(ran.code).toBe(0);
    const lines = ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    expect(lines[0]?.type).toBe('ready');
    const done = lines.at(-1) as Line & {
      events: string[];
      verified: number;
      files: { file: string; bytes: number }[];
    };
    expect(done.type).toBe('done');
    expect(done.events.toSorted()).toEqual([
      'envelope.completed',
      'envelope.sealed',
      'envelope.sent',
      ...Array.from({ length: 5 }, () => 'recipient.completed'),
    ]);
    expect([done.events[0], done.events.at(-1)]).toEqual(['envelope.sent', 'envelope.sealed']);
    expect(done.verified).toBe(8);
    for (const { file, bytes } of done.files) expect([file, readFileSync(file).length]).toEqual([file, bytes]);
  });

  it.skipIf(!has('pdftotext'))('leaves PDFs in which the answers stand, and DRAFT in the draft alone', () => {
    const text = (name: string): string =>
      execFileSync('pdftotext', ['-layout', join(machine.folder, 'demo', name), '-'], { encoding: 'utf8' });
    const draft = text('lease-draft.pdf');
    const sealed = text('lease-sealed.pdf');
    for (const answer of ['Thandi Mokoena', '9 Bree Street', '14250.00', 'Zoë Naidoo', 'One cat, Miso']) {
      expect(draft).toContain(answer);
      expect(sealed).toContain(answer);
    }
    expect(draft).toContain('DRAFT');
    expect(sealed).not.toContain('DRAFT');
    expect(sealed).toContain('Certificate of completion');
  });

  it.skipIf(!has('qpdf'))('leaves PDFs that qpdf is content with', () => {
    for (const name of ['lease-draft.pdf', 'lease-sealed.pdf']) {
      execFileSync('qpdf', ['--check', join(machine.folder, 'demo', name)]);
    }
  });

  it('touches nothing of the user’s configuration, and leaves no state behind', () => {
    expect(existsSync(join(machine.folder, 'config'))).toBe(false);
    expect(existsSync(join(machine.folder, 'state'))).toBe(false);
    expect(readdirSync(machine.folder)).toEqual(['demo']);
  });

  it('runs again into the same folder, and is plain text in a pipe', async () => {
    const ran = await machine.run(['demo', '--output', 'demo'], { clock: realClock });
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('$ envelope=$(esign envelope create --template $template');
    expect(ran.stdout).toMatch(/Done in [\d.]+ s\. 8 of 8 deliveries verified/);
    // No escape sequence and no JSON.
    expect(ran.stdout).not.toContain('\u001b');
    expect(ran.stdout).not.toMatch(/^\{/m);
  });

  it.each([['lease.pdf'], ['values.yaml'], ['ca.pem']])('overwrites no %s that it did not write', async (name) => {
    const folder = join(machine.folder, `own-${name}`);
    mkdirSync(folder);
    writeFileSync(join(folder, name), 'mine');
    const ran = await machine.run(['demo', '--output', folder, '--json']);
    expect([ran.code, ran.error().code]).toEqual([2, 'file_exists']);
    expect(readFileSync(join(folder, name), 'utf8')).toBe('mine');
  });

  it('says so when the folder cannot be made', async () => {
    mkdirSync(join(machine.folder, 'blocked'));
    writeFileSync(join(machine.folder, 'blocked', 'file'), '');
    const ran = await machine.run(['demo', '--output', 'blocked/file', '--json'], { clock: realClock });
    expect(ran.code).toBe(1);
    expect(ran.error().hint).toContain('--output');
  });

  it('ends at once when it is interrupted', async () => {
    const ran = await machine.run(['demo', '--output', 'stopped'], { clock: realClock, signal: AbortSignal.abort() });
    expect(ran.code).toBe(130);
    expect(existsSync(join(machine.folder, 'stopped', 'lease-sealed.pdf'))).toBe(false);
  });
});
