import { platform } from 'node:os';
import { linux } from './linux.js';
import { macos } from './macos.js';
import { windows } from './windows.js';

/** How to start a program: the arguments of `spawn`. */
export interface Start {
  readonly file: string;
  readonly args: readonly string[];
  /** Windows alone: the arguments are quoted already. */
  readonly windowsVerbatimArguments?: true;
}

/** What a program is looked for with. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether a path is a file. */
  readonly isFile: (path: string) => boolean;
}

/** A program of the system that answers a question, and what it says; null where its output says nothing. */
export interface Question {
  readonly file: string;
  readonly args: readonly string[];
  readonly read: (output: string) => string | null;
}

/** A process of the system. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** When it began, which tells it from a later process with the same number. */
  readonly began: string;
}

/** A program that lists all processes; those that have ended and wait for their parent to notice are left out. */
interface ProcessList {
  readonly file: string;
  readonly args: readonly string[];
  readonly read: (output: string) => readonly ProcessRow[];
}

/** What differs between systems. Nothing here starts a program, so that each system can be tested on any other. */
export interface System {
  /** Whether a program can lead a process group, which a signal reaches as a whole. */
  readonly hasGroups: boolean;
  /** Whether an open file stays where it is when somebody deletes it. */
  readonly keepsOpenFiles: boolean;
  /** The program that opens a URL in the default browser, with the arguments before the URL. */
  readonly opener: readonly [program: string, ...words: string[]];
  /** The shell of a user who has no SHELL; null: it is not known. */
  readonly usualShell: string | null;
  /** Where LibreOffice installs itself besides the PATH. */
  readonly officeFolders: readonly string[];
  /** The endings of files that are programs, in their order. */
  readonly programEndings: (env: Surroundings['env']) => readonly string[];
  /** How to start what a user typed after `--`. */
  readonly start: (program: string, words: readonly string[], around: Surroundings) => Start;
  /** The same with a limit to memory (KiB) and to the size of files (KiB), where the system has one. */
  readonly startLimited: (
    program: string,
    words: readonly string[],
    limits: { readonly memory: number; readonly file: number },
  ) => Start;
  /** Lists the processes where no /proc does; null: nothing does that is worth its time. */
  readonly processList: ProcessList | null;
  /** The program that ends a process with all that it started, where signals do not; null: signals do. */
  readonly endAll: ((pid: number) => Start) | null;
  /** When a process began. */
  readonly processStart: (pid: number) => Question;
  /** When this process began, where asking is slow. */
  readonly ownStart: (() => string) | null;
  /** Whether two answers mean the same start. */
  readonly isSameStart: (one: string, other: string) => boolean;
  /** The number of an open descriptor that a path names, such as `/dev/stdout`; null for any other path. */
  readonly descriptorOf: (path: string) => number | null;
  /** Names this machine, the same at each call whatever network it is in; null: its files tell. */
  readonly machine: Question | null;
}

/** The system that the program runs on; what is neither macOS nor Windows is taken for a Linux. */
export function systemOf(name: string = platform()): System {
  if (name === 'win32') return windows;
  return name === 'darwin' ? macos : linux;
}
