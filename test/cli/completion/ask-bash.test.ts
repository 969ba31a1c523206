import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bashLoads } from '../../../src/cli/completion/ask-bash.js';

const bashCompletion = '/usr/share/bash-completion/bash_completion';
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'esign-bash-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const rc = (text: string): void => writeFileSync(join(home, '.bashrc'), text);
const ask = (limit?: number): Promise<boolean> => bashLoads({ env: { PATH: process.env['PATH'] }, home }, limit);

describe.skipIf(!existsSync('/bin/bash'))('asking bash whether it completes', () => {
  it('is negative with a start file that loads nothing, whatever its content', async () => {
    rc('echo hello; complete -F other git\n');
    expect(await ask()).toBe(false);
  });

  it('is yes when the start file loads a script for esign, or what loads such scripts', async () => {
    rc('complete -W words esign\n');
    expect(await ask()).toBe(true);
    rc('_comp_load() { :; }\n');
    expect(await ask()).toBe(true);
    if (!existsSync(bashCompletion)) return;
    rc(`. ${bashCompletion}\n`);
    expect(await ask()).toBe(true);
  });

  it('is negative without an answer: another program takes its place, it never ends, or bash is missing', async () => {
    rc('exec cat\n');
    expect(await ask()).toBe(false);
    rc('while :; do sleep 60; done\n');
    expect(await ask(300)).toBe(false);
    mkdirSync(join(home, 'nothing'));
    expect(await bashLoads({ env: { PATH: join(home, 'nothing') }, home })).toBe(false);
  });
});
