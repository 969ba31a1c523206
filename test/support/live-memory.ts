import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/** What a process holds, in bytes. */
export interface Memory {
  /** The heap and the memory outside of it that objects own, after a forced collection: what something still refers to. */
  readonly live: number;
  /** All that the system gave it: what was not collected yet too, and what native code holds. */
  readonly resident: number;
}

export interface Watched {
  /** For the environment of the one process that is to be asked. */
  readonly env: NodeJS.ProcessEnv;
  read(pid: number): Promise<Memory>;
}

// Objects with a native half are let go of a turn after they were found to be dead.
const answering = `
const v8 = require('node:v8');
v8.setFlagsFromString('--expose-gc');
const collect = require('node:vm').runInNewContext('gc');
require('node:net').createServer((socket) => {
  collect();
  setImmediate(() => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    socket.end(String(heapUsed + external));
  });
}).listen(process.env.ASKED_FOR_MEMORY).unref();
`;

/**
 * Lets a process be asked for its memory while it runs; a folder for each. Its young generation is kept small, the same
 * on every Node: how far V8 lets it grow before it collects (16 MiB a half up to Node 22, 32 MiB from 24 on) says
 * nothing of what is kept.
 */
export function watchMemory(folder: string): Watched {
  const preload = join(folder, 'answers-memory.cjs');
  const socket = join(folder, 'memory.sock');
  writeFileSync(preload, answering);
  return {
    env: { NODE_OPTIONS: `--max-semi-space-size=4 --require=${preload}`, ASKED_FOR_MEMORY: socket },
    async read(pid) {
      const resident = residentOf(pid);
      let live = '';
      for await (const text of connect(socket).setEncoding('utf8')) live += String(text);
      return { live: Number(live), resident };
    },
  };
}

function residentOf(pid: number): number {
  const [, kibibytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
