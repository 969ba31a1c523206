import type { ProcessRow, Question, System } from './system.js';

/** A line of the output, in one language and time zone for every user; null when there is none. */
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
export const posix = {
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
