import { spawnSync } from 'node:child_process';
import type { Manner } from './run-example.js';

const stopped = (ready: RegExp): Manner => ({ is: 'stopped', ready });
const ready = /"type":"ready"/;
const asks = (shows: RegExp): Manner => ({ is: 'asks', shows });

/** How examples run that do not end by themselves. */
const manners: readonly (readonly [RegExp, Manner])[] = [
  [/^esign emulator start\b(?!.* --detach)/, stopped(ready)],
  [/ --follow\b/, stopped(ready)],
  [/^esign dev (?!init)/, stopped(ready)],
  [/^esign listen (--forward-to|--route|--poll|--mine)/, stopped(ready)],
  [/^esign embed\b/, stopped(ready)],
  [/^esign template (edit|prepare)\b(?!.*fields)/, stopped(ready)],
  [/^esign emulator reset\b(?!.* --yes)/, asks(/deletes|resets|clock/i)],
  [/^esign template wizard\b/, asks(/\?/)],
  [/ --interactive\b/, asks(/\?/)],
  [/^esign envelope desk\b/, asks(/envelopes?\b/)],
  [/^esign login (?!.*--api-key-stdin)/, asks(/key/i)],
];

export const mannerOf = (line: string): Manner => manners.find(([form]) => form.test(line))?.[1] ?? { is: 'ends' };

/** Examples for which another exit code than 0 is right, with the reason. */
export const otherCodes: Readonly<Record<string, { readonly code: number; readonly why: string }>> = {
  'esign event replay 1f2e3d4c': { code: 2, why: 'it takes the secret of a listener that ran lately on this machine' },
  'esign envelope draft 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --position 2 -o - | pdftotext - -': {
    code: 1,
    why: 'the envelope of the scene has one document',
  },
  'esign template clone 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --to local --dry-run': {
    code: 2,
    why: 'both profiles of the scene are the same service',
  },
  'esign template clone 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --from production --to local': {
    code: 2,
    why: 'both profiles of the scene are the same service',
  },
  'esign event replay --undelivered': { code: 2, why: 'it takes the secret of a listener that ran lately' },
};

/** Commands that stop or change the whole emulator have one of their own: the profile that it is started with. */
export function ownEmulator(path: string, line: string): string | null {
  if (!/^esign emulator (stop|reset|restore|clock|fault|redeliver)\b/.test(path)) return null;
  return /--profile (\w+)/.exec(line)?.[1] ?? 'local';
}

/** The program of a reader that an example runs and this machine lacks; null: there is none. */
export function without(line: string): string | null {
  const [, name] = /(?:-- |\| )(flask|pytest|pdftotext|openssl|jq|npm)\b/.exec(line) ?? [];
  if (name === undefined) return null;
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0 ? null : name;
}
