import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files of one kind below the state folder's record of writes, as paths. */
export function journalFiles(stateDir: string, kind: 'open' | 'done' | 'damaged'): readonly string[] {
  const root = join(stateDir, 'requests');
  const names = (path: string): string[] => {
    try {
      return readdirSync(path).map((name) => join(path, name));
    } catch {
      return [];
    }
  };
  if (kind !== 'done') return names(join(root, kind));
  return names(root)
    .filter((path) => /\d{4}-Q\d$/.test(path) && statSync(path).isDirectory())
    .flatMap(names);
}
