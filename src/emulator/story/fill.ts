import { readFileSync } from 'node:fs';
import { assetPath } from '../../core/platform/package-files.js';

/**
 * The file of a test runner with its `<<places>>` filled in. Lines between `<<if told>>` and `<<end>>` are for an app that
 * receives deliveries, those after `<<if untold>>` for one that does not.
 */
export function fill(runner: 'vitest' | 'pytest', isTold: boolean, values: Readonly<Record<string, string>>): string {
  const text = readFileSync(assetPath(`emulator/story/${runner}.txt`), 'utf8');
  const wanted = isTold ? 'told' : 'untold';
  return text
    .replace(/<<if (\w+)>>\n([\s\S]*?)<<end>>\n/g, (_all, which: string, lines: string) =>
      which === wanted ? lines : '',
    )
    .replace(/<<(\w+)>>/g, (_all, name: string) => values[name] ?? '');
}
