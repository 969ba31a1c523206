import { win32 } from 'node:path';
import type { Start, Surroundings, System } from './system.js';

/** Names of variables have no case there, but copies of the environment do. */
function variable(env: Surroundings['env'], name: string): string | undefined {
  const key = Object.keys(env).find((each) => each.toUpperCase() === name.toUpperCase());
  return key === undefined ? undefined : env[key];
}

const programEndings = (env: Surroundings['env']): readonly string[] =>
  (variable(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';').filter((ending) => ending !== '');

/**
 * The file that a typed program means. Like the shells of today, unlike cmd.exe, this looks into the current folder only
 * for a path.
 */
function fileOf(program: string, { env, cwd, isFile }: Surroundings): string | undefined {
  const isPath = /[\\/]/.test(program) || /^[A-Za-z]:/.test(program);
  const folders = isPath
    ? [cwd]
    : (variable(env, 'PATH') ?? '').split(';').filter((folder) => win32.isAbsolute(folder));
  const endings = programEndings(env);
  const isWhole = endings.some((ending) => program.toLowerCase().endsWith(ending.toLowerCase()));
  for (const folder of folders) {
    for (const ending of [...(isWhole ? [''] : []), ...endings]) {
      const path = win32.resolve(folder, `${program}${ending}`);
      if (isFile(path)) return path;
    }
  }
  return undefined;
}

/** Each character that cmd.exe gives a meaning loses it. */
const withoutMeaning = (text: string): string => text.replace(/[()[\]%!^"`<>&|;, *?]/g, '^$&');

/** A word as programs read it from their command line: in quotes, with backslashes before a quote doubled. */
const quoted = (word: string): string =>
  `"${word.replace(/(?<!\\)(\\*)"/g, '$1$1\\"').replace(/(?<!\\)(\\+)$/, '$1$1')}"`;

/** cmd.exe reads the words once for itself and, where the script passes them on as `%*`, once more. */
const forScript = (word: string): string =>
  /^[\w./:\\=@+-]+$/.test(word) ? word : withoutMeaning(withoutMeaning(quoted(word)));

/** npm and most of what it installs are scripts there, which only cmd.exe can start. */
function start(program: string, words: readonly string[], around: Surroundings): Start {
  const file = fileOf(program, around);
  if (file === undefined) return { file: program, args: words };
  if (!/\.(cmd|bat)$/i.test(file)) return { file, args: words };
  const line = [withoutMeaning(quoted(file)), ...words.map(forScript)].join(' ');
  return {
    file: variable(around.env, 'ComSpec') ?? 'cmd.exe',
    args: ['/d', '/s', '/c', `"${line}"`],
    windowsVerbatimArguments: true,
  };
}

/** Milliseconds between the start that the system tells of a process and the one that a process knows of itself. */
const startTolerance = 2_000;

export const windows: System = {
  hasGroups: false,
  keepsOpenFiles: true,
  // `start` is a command of the shell, which would read the URL; this program does not.
  opener: ['rundll32', 'url.dll,FileProtocolHandler'],
  usualShell: 'powershell',
  officeFolders: ['C:\\Program Files\\LibreOffice\\program', 'C:\\Program Files (x86)\\LibreOffice\\program'],
  programEndings,
  start,
  // There is no limit that a program could be started with.
  startLimited: (program, words) => ({ file: program, args: words }),
  processList: null,
  endAll: (pid) => ({ file: 'taskkill', args: ['/T', '/F', '/PID', String(pid)] }),
  processStart: (pid) => ({
    file: 'powershell.exe',
    args: [
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      `([DateTimeOffset](Get-Process -Id ${pid}).StartTime).ToUnixTimeMilliseconds()`,
    ],
    read: (output) => /^\d{12,14}$/.exec(output.trim())?.[0] ?? null,
  }),
  // Asking takes half a second.
  ownStart: () => String(Math.round(performance.timeOrigin)),
  isSameStart: (one, other) => Math.abs(Number(one) - Number(other)) <= startTolerance,
  descriptorOf: () => null,
  machine: {
    file: 'reg.exe',
    args: ['query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid'],
    read: (output) => /MachineGuid\s+REG_SZ\s+([0-9a-f-]{36})/i.exec(output)?.[1] ?? null,
  },
};
