import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { Host } from '../../src/cli/context/context.js';
import { run as runProgram } from '../../src/program.js';
import { agreementPdf } from './agreement.js';
import { lentEngine } from './documents/document-engine.js';
import { fakeTerminal, said } from './program/terminal.js';

/** The built program, as a shell starts it. */
export const bin = fileURLToPath(new URL('../../bin/esign.js', import.meta.url));

export interface Typed {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  json<T = unknown>(): T;
  /** The one JSON object on stderr: anything else there is an error of the test. */
  error(): {
    readonly code: string;
    readonly message: string;
    readonly hint: string | null;
    readonly exit_code: number;
    readonly [detail: string]: unknown;
  };
}

export interface TypedOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
  /** The program that esign is run by, with its arguments, such as `setpriv`. */
  readonly under?: readonly string[];
  /** Where the others run within this process: this one is a process all the same. */
  readonly spawned?: boolean;
  /** Of a run within this process; the machine's by default. */
  readonly clock?: Host['clock'];
  /** Of a run within this process: ends it. */
  readonly signal?: AbortSignal;
}

export interface EsignOptions {
  /**
   * The program runs within this process, with streams, folders and an environment of its own, as `main.ts` gives it
   * those of the process: a quarter of a second of processor time less for each run. A run `under` another program, or
   * one that asks for it, is a process all the same.
   */
  readonly within?: boolean;
}

export interface ReadyLine {
  readonly url: string;
  readonly live_key: string;
  readonly test_key: string;
  readonly pid: number;
}

/** The program with folders of its own and nothing of the tester's environment. */
export interface Esign {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  path(name: string): string;
  /** Writes a file into the folder that commands run in, and answers with its name. */
  write(name: string, content: string | Buffer): string;
  run(argv: readonly string[], options?: TypedOptions): Promise<Typed>;
  /** The same; anything but exit 0 is an error of the test. */
  ok(argv: readonly string[], options?: TypedOptions): Promise<Typed>;
  /** Starts the emulator in the background, whose profile `local` is the current one from now on. */
  emulator(...words: readonly string[]): Promise<ReadyLine>;
  /** The content of every file below the folder, by its path there. */
  files(): ReadonlyMap<string, string>;
  /** The permissions of a file below the folder. */
  mode(name: string): number;
  remove(): Promise<void>;
}

export function newEsign({ within = false }: EsignOptions = {}): Esign {
  const folder = mkdtempSync(join(tmpdir(), 'esign-typed-'));
  const path = (name: string): string => join(folder, name);
  mkdirSync(path('tmp'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    TMPDIR: path('tmp'),
    TZ: 'Africa/Johannesburg',
    ESIGN_CONFIG_DIR: path('config'),
    ESIGN_STATE_DIR: path('state'),
    ESIGN_CACHE_DIR: process.env['ESIGN_CACHE_DIR'] ?? path('cache'),
    XDG_STATE_HOME: process.env['XDG_STATE_HOME'] ?? path('xdg-state'),
  };
  const spawned = async (argv: readonly string[], options: TypedOptions): Promise<Typed> => {
    const { env: more = {}, input, under = [] } = options;
    const [command = '', ...words] = [...under, process.execPath, bin, ...argv];
    const ended = await execa(command, words, {
      ...(input === undefined ? { stdin: 'ignore' } : { input }),
      cwd: folder,
      env: { ...env, ...more },
      extendEnv: false,
      reject: false,
      stripFinalNewline: false,
      timeout: 100_000,
    });
    return typed(argv, ended.exitCode ?? null, ended.stdout, ended.stderr);
  };
  const run: Esign['run'] = async (argv, options = {}) => {
    const { env: more, under, spawned: apart } = options;
    if (!within || under !== undefined || apart === true) return await spawned(argv, options);
    return await runWithin(argv, folder, { ...env, ...more }, options);
  };
  const ok: Esign['ok'] = async (argv, options) => {
    const ended = await run(argv, options);
    if (ended.code !== 0) throw new Error(`esign ${argv.join(' ')} ended with ${ended.code}:\n${ended.stderr}`);
    return ended;
  };
  const write: Esign['write'] = (name, content) => {
    writeFileSync(path(name), content);
    return name;
  };
  write('agreement.pdf', agreementPdf());
  return {
    folder,
    env,
    path,
    write,
    run,
    ok,
    emulator: async (...words) =>
      (
        await ok(['emulator', 'start', '--detach', '--port', '0', '--json', ...words], { spawned: true })
      ).json<ReadyLine>(),
    files: () =>
      new Map(
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'latin1')]),
      ),
    mode: (name) => statSync(path(name)).mode & 0o777,
    remove: async () => {
      await runWithin(['emulator', 'stop', '--profile', 'local'], folder, env, {});
      // A program that has just ended may still put a file in place.
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

const realClock: Host['clock'] = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
};

/** One run of the program in this process. */
async function runWithin(
  argv: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
  { input, clock = realClock, signal = new AbortController().signal }: TypedOptions,
): Promise<Typed> {
  const terminal = fakeTerminal({ stdin: input ?? '' });
  const code = await runProgram(argv, {
    streams: terminal.streams,
    env,
    cwd: folder,
    home: env['HOME'] || '/',
    clock,
    random: () => Math.random(),
    uuid: () => globalThis.crypto.randomUUID(),
    signal,
    documents: lentEngine,
  });
  return typed(argv, code, terminal.stdout(), terminal.stderr());
}

function typed(argv: readonly string[], code: number | null, stdout: string, stderr: string): Typed {
  return {
    code,
    stdout,
    stderr: said(argv, stderr),
    json: <T>() => JSON.parse(stdout) as T,
    error: () => (JSON.parse(stderr) as { readonly error: ReturnType<Typed['error']> }).error,
  };
}

/** The two people of the agreement, as flags. */
export const tenantFlag = ['--recipient', 'role=Tenant,name=Thandi Mokoena,email=thandi@example.test'];
export const landlordFlag = ['--recipient', 'role=Landlord,name=Pieter van Wyk,email=pieter@example.test'];
export const parties = [...tenantFlag, ...landlordFlag];
