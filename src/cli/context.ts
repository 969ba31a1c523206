import type { Clock } from '../platform/clock.js';
import type { Client } from '../client/client.js';
import type { Settings } from '../config/settings.js';
import type { DocumentEngine } from '../document/document-engine.js';
import type { RequestJournal } from '../journal/requests.js';
import type { Output } from '../terminal/output.js';
import type { Prompt } from '../terminal/prompt.js';
import type { Streams } from '../terminal/streams.js';
import type { Files } from './files.js';
import type { GlobalFlags } from './global-flags.js';

/** What a command is given; the costly parts are functions and are made on first use. */
export interface Context {
  readonly output: Output;
  readonly prompt: Prompt;
  readonly files: Files;
  readonly clock: Clock;
  /** Aborted by Ctrl-C and SIGTERM: a long-running command ends what it opened and returns. */
  readonly signal: AbortSignal;
  /** The global flags as given on the command line. */
  flags(): GlobalFlags;
  /** Base address, profile, mode and key, each with its origin. */
  settings(): Settings;
  /**
   * Whether the configured address is an emulator of this machine that proves it, so that nothing real happens there.
   * It is asked over the network: only where the answer decides something. `again` asks anew, for programs that run long.
   */
  isEmulator(again?: boolean): Promise<boolean>;
  /** What a command hands on to a program that it starts. */
  readonly machine: Machine;
  /**
   * The client: with the configured base address and key, or with the ones given. With `stop`, its calls are ended by
   * that signal instead of by Ctrl-C, so that a command can clean up after it. Throws NoKey and ConfigFailure.
   */
  api(reach?: Reach, stop?: AbortSignal): Promise<Client>;
  /** The record of the writes that this machine has sent. */
  journal(): Promise<RequestJournal>;
}

/** Another address and key than the configured ones: to try a key before it is stored, or to go without one. */
export interface Reach {
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

/** This machine as a program sees it. */
export type Machine = Pick<Host, 'env' | 'cwd' | 'home' | 'random' | 'documents'>;

/** What the program touches of the world outside; main.ts gives the real one, tests their own. */
export interface Host {
  readonly streams: Streams;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly clock: Clock;
  /** 0 to 1, for the jitter of waits. */
  random(): number;
  uuid(): string;
  readonly signal: AbortSignal;
  /** What reads and draws documents, by where LibreOffice is looked for; each command starts its own unless given. */
  readonly documents?: ((searchPath: string) => DocumentEngine) | undefined;
  /** Told the first time that something is about to be changed. */
  readonly onChanging?: (() => void) | undefined;
  /** The process ends with the run: the system closes what it opened, and faster. */
  readonly exits?: boolean;
}
