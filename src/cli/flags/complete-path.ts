import { readdir } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import { visibleLine } from '../../core/platform/visible-text.js';

/**
 * What Tab adds to the beginning of a path: as much as all files that fit have in common, and a separator after a
 * folder. Empty when nothing fits. Hidden files fit only after a dot. `folder` is where a relative path begins.
 */
export async function completePath(folder: string, typed: string): Promise<string> {
  const start = /[/\\]$/.test(typed) || typed === '' ? '' : basename(typed);
  const within = typed.slice(0, typed.length - start.length);
  const found = await readdir(resolve(folder, within), { withFileTypes: true }).catch(() => []);
  const fitting = found.filter(
    ({ name }) =>
      name.startsWith(start) && (start.startsWith('.') || !name.startsWith('.')) && visibleLine(name) === name,
  );
  const [first] = fitting;
  if (first === undefined) return '';
  if (fitting.length === 1) return `${first.name}${first.isDirectory() ? sep : ''}`.slice(start.length);
  let common = first.name;
  for (const { name } of fitting) {
    while (!name.startsWith(common)) common = [...common].slice(0, -1).join('');
  }
  return common.slice(start.length);
}
