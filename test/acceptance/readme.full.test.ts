import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { builtProgram } from '../support/built.js';
import { fresh } from '../support/shared.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = fresh(builtProgram);

it('the first block of commands works as it is written, from the start of the emulator to its stop', async () => {
  const readme = readFileSync(`${root}README.md`, 'utf8');
  const [, block = ''] = /## First steps\n\n```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  const script = block
    .replace(/^npm link.*\n/m, '')
    .replace('emulator start', 'emulator start --port 0')
    // No browser is opened for a test.
    .replace('inbox open', 'inbox open --print')
    .replaceAll('src/demo/', `${root}src/demo/`);
  const { code, stdout, stderr } = await program.shell(script);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
  expect(stdout).toContain('thandi@example.test');
  expect(stdout).toMatch(/completed|sealed/);
}, 120_000);
