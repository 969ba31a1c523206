import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkPackage } from '../support/program/link-package.js';
import { type Machine, newMachine } from '../support/program.js';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
let machine: Machine;
const running: ChildProcess[] = [];

beforeAll(() => {
  machine = newMachine();
  writeFileSync(join(machine.folder, 'new.secret'), 'whsec_new\n');
  writeFileSync(join(machine.folder, 'old.secret'), 'whsec_old\n');
});
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  machine.remove();
});

/** Runs an example as its first line says, and answers with its address. */
async function start(example: string): Promise<string> {
  const child = spawn(process.execPath, [join(here, example)], {
    env: {
      ...process.env,
      WEBHOOK_SECRET: 'whsec_new',
      PREVIOUS_WEBHOOK_SECRET: 'whsec_old',
      TEST_BUILD: '1',
      NODE_ENV: 'test',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return line;
}

describe('the examples of @esign-cli/esign/webhook', () => {
  it.each(['express.mjs', 'fastify.mjs', 'node.mjs'])('%s keeps the whole delivery contract', async (example) => {
    const url = await start(example);
    const ran = await machine.run([
      'webhook',
      'certify',
      `${url}/hooks`,
      '--secret-file',
      'new.secret',
      '--previous-secret-file',
      'old.secret',
      '--acted-url',
      `${url}/acted`,
      '--fail-header',
      'X-Fail: 1',
      '--json',
    ]);
    expect(ran.stderr).toBe('');
    expect(ran.json()).toMatchObject({ passed: 28, failed: 0, skipped: 0 });
    expect(ran.code).toBe(0);
  });
});

describe('the package’s entry @esign-cli/esign/webhook', () => {
  const app = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'esign-app-'));
    linkPackage(folder);
    return folder;
  };
  const source = `
    import { DeliveryRefused, signDelivery, verifyDelivery, type WebhookEvent } from '@esign-cli/esign/webhook';
    const body = new TextEncoder().encode('{"id":"1","event":"envelope.sealed"}');
    const event: WebhookEvent = verifyDelivery({ signature: signDelivery({ body, secret: 's' }), body, secret: 's' });
    const next: string = event.event === 'envelope.sealed' ? 'download' : event.event;
    console.log(next, new DeliveryRefused('mismatch', 'no') instanceof Error);
  `;

  it('has its names for import and for require', () => {
    const folder = app();
    try {
      const text = source.replace(/, type WebhookEvent/, '').replace(/: (WebhookEvent|string) =/g, ' =');
      writeFileSync(join(folder, 'app.mjs'), text);
      writeFileSync(join(folder, 'app.cjs'), text.replace(/import (\{.*\}) from '(.*)'/, "const $1 = require('$2')"));
      for (const file of ['app.mjs', 'app.cjs']) {
        const ran = spawnSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
        expect([ran.stderr, ran.stdout]).toEqual(['', 'download true\n']);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('has types, for both ways of resolving modules', () => {
    const folder = app();
    try {
      symlinkSync(join(root, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
      writeFileSync(join(folder, 'app.mts'), source);
      writeFileSync(join(folder, 'wrong.mts'), `${source}\nverifyDelivery({ signature: '', body, secret: 5 });\n`);
      const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
      const check = (resolution: readonly string[]) =>
        spawnSync(
          process.execPath,
          [tsc, '--noEmit', '--strict', '--target', 'es2022', '--types', 'node', ...resolution, 'app.mts', 'wrong.mts'],
          { cwd: folder, encoding: 'utf8' },
        );
      for (const resolution of [
        ['--module', 'nodenext'],
        ['--module', 'esnext', '--moduleResolution', 'bundler'],
      ]) {
        const { stdout } = check(resolution);
        const found = stdout.split('\n').filter((line) => line.includes('error TS'));
        expect(found).toEqual([expect.stringMatching(/^wrong\.mts.*'number' is not assignable to type 'string'/)]);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
