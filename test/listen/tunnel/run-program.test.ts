import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram, type RunningProgram } from '../../../src/listen/tunnel/run-program.js';
import { isAlive } from '../../support/listening/sshd.js';
import { realClock } from '../../support/listening/tunnel.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-program-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly program: RunningProgram;
  readonly lines: readonly string[];
  readonly logged: readonly string[];
  readonly children: readonly string[];
}

function shell(script: string, secrets: readonly string[] = []): Run {
  const lines: string[] = [];
  const logged: string[] = [];
  const children: string[] = [];
  const program = runProgram(
    { file: '/bin/sh', args: ['-c', script], env: { PATH: process.env['PATH'], MARK: 'x' }, secrets },
    {
      log: (line) => logged.push(line),
      children: { started: (pid) => children.push(`+${pid}`), ended: (pid) => children.push(`-${pid}`) },
    },
    (line) => lines.push(line),
  );
  return { program, lines, logged, children };
}

describe('a program that is run as a tunnel', () => {
  it('is heard on both of its outputs, line by line, up to its last one without an end', async () => {
    const { program, lines } = shell('printf "one\\ntwo"; printf "three\\n" >&2; exit 4');
    expect(await program.ended).toMatchObject({ code: 4, signal: null, asked: false });
    expect([...lines].sort()).toEqual(['one', 'three', 'two']);
  });

  it('keeps its last fifty lines', async () => {
    const { program } = shell('for i in $(seq 1 200); do echo line $i; done');
    const { lines } = await program.ended;
    expect(lines).toHaveLength(50);
    expect(lines.at(-1)).toBe('line 200');
  });

  it('has no secret in what anybody sees of it', async () => {
    const { program, lines, logged } = shell('echo the token is hunter2', ['hunter2']);
    const { lines: kept } = await program.ended;
    expect([...lines, ...logged, ...kept]).toEqual(Array(3).fill('the token is …'));
  });

  it('has the environment that it is given, and nothing of this process’s own', async () => {
    process.env['ESIGN_TEST_LEAK'] = 'leak';
    const { program, lines } = shell('env');
    await program.ended;
    delete process.env['ESIGN_TEST_LEAK'];
    expect(lines).toContain('MARK=x');
    expect(lines.join('\n')).not.toContain('leak');
  });

  it('reports the start and the end of its process, for cleaning up', async () => {
    const { program, children } = shell('exit 0');
    await program.ended;
    expect(children).toEqual([`+${program.pid}`, `-${program.pid}`]);
  });

  it('is ended by force when it does not go politely, and may be closed twice', async () => {
    const { program, lines } = shell('trap "" TERM; echo up; while :; do sleep 0.1; done');
    while (lines.length === 0) await realClock.sleep(5);
    const began = Date.now();
    await Promise.all([program.close(300), program.close(300)]);
    expect(Date.now() - began).toBeLessThan(25_000);
    expect(await program.ended).toMatchObject({ asked: true, signal: 'SIGKILL' });
    await program.close(300);
  });

  it('ends although something that it started holds its output', async () => {
    const { program, lines } = shell('sleep 600 & echo $!; exit 5');
    expect(await program.ended).toMatchObject({ code: 5 });
    const child = Number(lines[0]);
    for (let tries = 0; tries < 2_000 && isAlive(child); tries += 1) await realClock.sleep(10);
    expect(isAlive(child)).toBe(false);
  });

  it('says why it could not be started', async () => {
    const program = runProgram(
      { file: join(folder, 'none'), args: [], env: {} },
      { log: () => undefined, children: { started: () => undefined, ended: () => undefined } },
      () => undefined,
    );
    expect(await program.ended).toMatchObject({ notStarted: expect.stringContaining('ENOENT') });
    await program.close(100);
  });
});

describe('a program that is run as a tunnel, when this process ends', () => {
  let script = '';
  beforeAll(async () => {
    const bundle = await rolldown({
      input: fileURLToPath(new URL('../../support/program/program-child.ts', import.meta.url)),
      platform: 'node',
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    });
    script = join(folder, 'child.cjs');
    await bundle.write({ file: script, format: 'cjs', codeSplitting: false });
    await bundle.close();
  });

  it.each(['exit', 'throw'])('ends with it: %s', async (how) => {
    const child = spawn(process.execPath, [script, how], { stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await new Promise((resolve) => child.once('close', resolve));
    const pids = said.trim().split(' ').map(Number);
    expect(pids).toHaveLength(2);
    for (const pid of pids) {
      for (let tries = 0; tries < 2_000 && isAlive(pid); tries += 1) await realClock.sleep(10);
      expect(isAlive(pid)).toBe(false);
    }
  });
});
