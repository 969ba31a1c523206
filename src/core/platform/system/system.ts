import { platform } from 'node:os';
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

/** A line of the output, in one language and time zone for every user; null: nothing was printed. */
const line = (output: string): string | null => (output.trim() === '' ? null : output.trim());

/** The lines of `ps`: number, parent, group, state and start of each process. */
function rowsOf(output: string): readonly ProcessRow[] {
  return output.split('\n').flatMap((text) => {
    const [pid, parent, group, state = 'Z', ...began] = text.trim().split(/\s+/);
    if (pid === undefined || pid === '' || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), began: began.join(' ') }];
  });
}

/** What Linux and macOS have in common. */
const posix = {
  hasGroups: true,
  keepsOpenFiles: false,
  usualShell: null,
  programEndings: () => [''],
  start: (program, words) => ({ file: program, args: words }),
  // `sh` sets the limits and becomes the program.
  startLimited: (program, words, { memory, file }) => {
    const bounded = `ulimit -v ${memory} 2>/dev/null; ulimit -f ${file} 2>/dev/null; exec "$0" "$@"`;
    return { file: '/bin/sh', args: ['-c', bounded, program, ...words] };
  },
  processList: { file: 'ps', args: ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='], read: rowsOf },
  endAll: null,
  processStart: (pid): Question => ({ file: 'ps', args: ['-o', 'lstart=', '-p', String(pid)], read: line }),
  ownStart: null,
  isSameStart: (one, other) => one === other,
  descriptorOf: (path) => {
    const [, number, name = ''] =
      /^\/(?:(?:dev|proc\/self)\/fd\/(\d{1,4})|dev\/(stdin|stdout|stderr))$/.exec(path) ?? [];
    const named = ['stdin', 'stdout', 'stderr'].indexOf(name);
    return number === undefined ? (named === -1 ? null : named) : Number(number);
  },
} satisfies Partial<System>;

/** `/proc` answers first; `ps` is asked only where it is missing, as in some containers and on BSD. */
const linux: System = {
  ...posix,
  opener: ['xdg-open'],
  officeFolders: [],
  machine: null,
};

const macos: System = {
  ...posix,
  opener: ['open'],
  officeFolders: ['/Applications/LibreOffice.app/Contents/MacOS'],
  // The name of the host changes with the network; this one changes when the machine starts.
  machine: {
    file: '/usr/sbin/sysctl',
    args: ['-n', 'kern.bootsessionuuid'],
    read: (output) => /^[0-9A-F-]{36}$/i.exec(output.trim())?.[0] ?? null,
  },
};
