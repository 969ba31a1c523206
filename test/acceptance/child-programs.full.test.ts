import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { bin } from '../support/esign.js';
import { isAlive, tell } from '../support/listening/sshd.js';
import { openTerminal } from '../support/program/tmux.js';

let program: BuiltProgram;
const seen: number[] = [];
beforeAll(async () => {
  program = builtProgram();
  // One grandchild is deaf, as shells start those in the background, and one has a child of its own.
  writeFileSync(
    join(program.folder, 'family.sh'),
    `sh -c 'trap "" INT TERM HUP; while :; do sleep 600; done' & deaf=$!
     sleep 600 & plain=$!
     sh -c 'sleep 600; :' & nested=$!
     echo "$$ $deaf $plain $nested"
     wait; wait; wait
    `,
  );
  const started = await program.run(['emulator', 'start', '--detach', '--port', '0', '--json']);
  if (started.code !== 0) throw new Error(started.stderr);
});
afterEach(() => {
  for (const pid of seen.splice(0)) tell(pid, 'SIGKILL');
});
afterAll(async () => {
  await program.run(['emulator', 'stop']);
  await program.remove();
});

const kinds = [
  ['emulator exec', ['emulator', 'exec', '--no-snapshot', '--', 'sh', 'family.sh']],
  ['listen', ['listen', '--profile', 'local', '--', 'sh', 'family.sh']],
] as const;
const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const;
const readPids = (text: string): number[] => {
  const pids = (/^\d+ \d+ \d+ \d+$/m.exec(text)?.[0] ?? '')
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);
  seen.push(...pids);
  return pids;
};

describe.each(kinds)('%s that is asked to end', (_, words) => {
  it.each(signals)('by %s leaves nothing running that its command started', async (signal, code) => {
    const running = program.start(words);
    let said = '';
    const take = (chunk: Buffer): void => void (said += chunk.toString());
    running.process.stdout?.on('data', take);
    running.process.stderr?.on('data', take);
    await expect.poll(() => /^\d+ \d+ \d+ \d+$/m.test(said)).toBe(true);
    const pids = readPids(said);
    expect(pids.map(isAlive)).toEqual([true, true, true, true]);
    running.process.kill(signal);
    expect((await running.ended).code).toBe(code);
    expect(pids.map(isAlive)).toEqual([false, false, false, false]);
  });

  it('by Ctrl-C at a terminal, which the command can read, leaves nothing running either', async () => {
    writeFileSync(join(program.folder, 'asks.sh'), 'read word; echo "read $word"; exec sh family.sh');
    const command = [process.execPath, bin, ...words.slice(0, -1), 'asks.sh'];
    const env = Object.fromEntries(
      Object.entries(program.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const terminal = await openTerminal({ columns: 120, rows: 40, command, env, cwd: program.folder });
    try {
      if (words[0] === 'listen') await terminal.shows(/Ready/);
      await terminal.type('hello');
      await terminal.press('Enter');
      await terminal.shows('read hello');
      const pids = readPids(await terminal.shows(/^\d+ \d+ \d+ \d+$/m));
      expect(pids.map(isAlive)).toEqual([true, true, true, true]);
      await terminal.press('C-c');
      await terminal.shows('ended with 130');
      expect(pids.map(isAlive)).toEqual([false, false, false, false]);
    } finally {
      await terminal.close();
    }
  });
});
