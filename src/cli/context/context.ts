import type { Clock } from '../../core/platform/clock.js';
import type { Client } from '../../client/client.js';
import type { Settings } from '../../core/config/settings.js';
import type { DocumentEngine } from '../../document/document-engine.js';
import type { RequestJournal } from '../../store/requests.js';
import type { State } from '../../store/state.js';
import type { Output } from '../../core/terminal/output.js';
import type { Prompt } from '../../core/terminal/prompt.js';
import type { Streams } from '../../core/terminal/streams.js';
import type { Files } from '../files/files.js';
import type { GlobalFlags } from '../flags/global-flags.js';

/** The input of a command; expensive parts are functions and are created on first use. */
export interface Context {
  readonly output: Output;
  readonly prompt: Prompt;
  readonly files: Files;
  readonly clock: Clock;
  /** Aborted by Ctrl-C and SIGTERM: a long-running command closes what it opened and returns. */
  readonly signal: AbortSignal;
  /** The global flags as given on the command line. */
  flags(): GlobalFlags;
  /** Base URL, profile, mode and key, each with its origin. */
  settings(): Settings;
  /**
   * Whether the base URL is an emulator on this machine that proves its identity, so that no real documents are sent.
   * It is queried over the network, only where the result matters. `again` queries again, for long-running programs.
   */
  isEmulator(again?: boolean): Promise<boolean>;
  /**
   * Which writes are confirmed. `none`: the base URL is such an emulator. `as_live`: it is one that was started with
   * `--ask`. `by_key`: it is a real service, so the kind of key decides. It is queried in the same way.
   */
  confirmation(again?: boolean): Promise<'none' | 'as_live' | 'by_key'>;
  /**
   * The address under which records know the configured service: its base URL, but for an emulator the identity of its
   * data, on whatever port it is. It is queried over the network for a service on this machine. Throws ConfigFailure.
   */
  recordedAs(): Promise<string>;
  /** The context of a program that a command starts. */
  readonly machine: Machine;
  /**
   * The client, with the configured or the given base URL and key. With `stop`, its calls are aborted by that signal
   * instead of by Ctrl-C, so that a command can clean up afterwards. Throws CommandFailure (3) without a key, and ConfigFailure.
   */
  api(reach?: Reach, stop?: AbortSignal): Promise<Client>;
  /**
   * This run with another profile: its address, its key and its contract, whatever the flags and the environment say of
   * these. Results and notes are this run's; `flag` is what named the profile.
   */
  at(profile: string, flag: string): Context;
  /** What this machine remembers. */
  state(): Promise<State>;
  /** The journal of requests that this machine has sent. */
  journal(): Promise<RequestJournal>;
}

/** Another base URL and key than the configured ones: to test a key before it is stored, or to use none. */
export interface Reach {
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

/** This machine from the program's point of view. */
export type Machine = Pick<Host, 'env' | 'cwd' | 'home' | 'random' | 'documents' | 'interrupt'>;

/** The program's access to the outside; main.ts passes the real one, tests their own. */
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
  /** What Ctrl-C does, where a terminal gives its keys to the program. */
  readonly interrupt?: (() => void) | undefined;
  /** The document engine, by the location of LibreOffice; each command starts its own unless given. */
  readonly documents?: ((searchPath: string) => DocumentEngine) | undefined;
  /** Called before the first change. */
  readonly onChanging?: (() => void) | undefined;
  /** The process exits with the run: the system closes open resources faster. */
  readonly exits?: boolean;
}
