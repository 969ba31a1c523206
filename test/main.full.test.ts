import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, '..', 'bin', 'esign.js');
const folder = mkdtempSync(join(tmpdir(), 'esign-main-'));
const { NODE_OPTIONS: _options, ...inherited } = process.env;
const env = {
  ...inherited,
  ESIGN_CONFIG_DIR: join(folder, 'config'),
  ESIGN_STATE_DIR: join(folder, 'state'),
  ESIGN_API_KEY: `acme_test_${'k'.repeat(43)}`,
};
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env });

describe('the built program', () => {
  it('says its version, which is that of the package', () => {
    const { version } = JSON.parse(readFileSync(join(program, '..', '..', 'package.json'), 'utf8')) as {
      version: string;
    };
    for (const args of [['--version'], ['-V'], ['--no-input', '--version']]) {
      expect(run(...args)).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
    }
  });

  it('shows help and explains an error code without network or settings', () => {
    expect(run('--help')).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining('Usage: esign COMMAND'),
    });
    expect(run('error', 'not_found')).toMatchObject({ status: 0, stderr: '' });
  });

  it('ends a wrong command line with 2 and nothing on stdout', () => {
    expect(run('--nonsense')).toMatchObject({ status: 2, stdout: '' });
  });

  it('writes a large result whole into a pipe', () => {
    const { stdout } = run('spec', 'show');
    expect(Buffer.byteLength(stdout)).toBeGreaterThan(64 * 1024);
    expect(JSON.parse(stdout)).toMatchObject({ info: { version: '0.2.0' } });
  });

  it('ends quietly when the reader of its pipe goes away', () => {
    const piped = spawnSync(
      'sh',
      [
        '-c',
        `"${process.execPath}" "${program}" spec show | head -c 10; echo; "${process.execPath}" "${program}" error | true`,
      ],
      {
        encoding: 'utf8',
        env,
      },
    );
    expect(piped).toMatchObject({ status: 0, stderr: '' });
  });

  // /dev/full is Linux's; what the program does is the same everywhere.
  it.runIf(process.platform === 'linux')('says that the disk is full when it cannot write, also of help', () => {
    const onFullDisk = (...args: readonly string[]) => {
      const full = openSync('/dev/full', 'w');
      try {
        return spawnSync(process.execPath, [program, ...args], {
          encoding: 'utf8',
          env,
          stdio: ['ignore', full, 'pipe'],
        });
      } finally {
        closeSync(full);
      }
    };
    const words = 'Error: Cannot write the output: the disk is full.';
    const told = `${words}\n  Free some disk space or write the output elsewhere, and run the command again.\n`;
    const lines = [['--version'], ['--help'], ['template', '--help'], ['help', 'exit-codes'], ['completion', 'bash']];
    for (const args of lines) {
      expect([args, onFullDisk(...args)]).toMatchObject([args, { status: 1, stderr: told }]);
    }
    for (const args of [['error'], ['spec', 'show'], ['error', '--json']]) {
      const { status, stderr } = onFullDisk(...args);
      expect([status, JSON.parse(stderr)]).toMatchObject([1, { error: { code: 'output_not_written', exit_code: 1 } }]);
    }
    expect(onFullDisk('--nonsense').status).toBe(2);
  });

  it('says in one sentence which Node it needs when it is run by an older one', () => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.1' } }); require(${JSON.stringify(program)})`;
    const ran = spawnSync(process.execPath, ['-e', pretend, '--'], { encoding: 'utf8', env });
    expect(ran).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'esign needs Node 20.19 or newer; this is Node 18.20.1.\n',
    });
  });
});

describe('a running program that gets a signal to stop', () => {
  let server: Server;
  let sockets: Socket[];
  let child: ChildProcess;
  let reached: Promise<unknown>;

  beforeAll(() => {
    sockets = [];
  });

  beforeEach(async () => {
    // Takes the request and never answers.
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
    });
    reached = once(server, 'connection');
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    child = spawn(process.execPath, [program, 'api', 'GET', '/templates', '--base-url', `http://127.0.0.1:${port}`], {
      env,
    });
  });

  afterEach(() => {
    child.kill('SIGKILL');
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('by %s ends with %i', async (signal, code) => {
    await reached;
    const ended = once(child, 'exit');
    child.kill(signal);
    expect((await ended)[0]).toBe(code);
  });
});

it.each([[['whoami']], [['completion', 'values', 'envelopes']]])(
  'says how to build a clone that is not (%s)',
  (words) => {
    const clone = join(folder, 'clone', 'bin', 'esign.js');
    cpSync(program, clone);
    const { status, stderr } = spawnSync(process.execPath, [clone, ...words], { encoding: 'utf8', env });
    const told = 'esign is not built here yet: run `npm ci && npm run build` in its folder.\n';
    expect([status, stderr]).toEqual([1, told]);
  },
);
