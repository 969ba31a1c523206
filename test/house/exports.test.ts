import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { filesUnder } from '../support/project/files-under.js';

/** Exported names that no file mentions that imports theirs. */
function unusedExports(exporting: ReadonlyMap<string, string>, all: ReadonlyMap<string, string>): string[] {
  return [...exporting].flatMap(([file, text]) => {
    const imported = `/${basename(file, '.ts')}.js'`;
    const words = new Set(
      [...all]
        .filter(([path, other]) => path !== file && other.includes(imported))
        .flatMap(([, other]) => other.match(/[A-Za-z_$][\w$]*/g) ?? []),
    );
    return [...text.matchAll(/^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm)]
      .filter(([, name = '']) => !words.has(name))
      .map(([, name]) => `${file}: ${name}`);
  });
}

const sources = (folder: string): readonly (readonly [string, string])[] =>
  filesUnder(folder, /\.ts$/).map((path) => [path, readFileSync(path, 'utf8')]);

// knip sees every export of a file as used that is loaded by `(await import(file)).name`, as all commands are.
it('every export of a command file is used by another file', () => {
  const all = new Map([...sources('src'), ...sources('test')]);
  const commands = new Map([...all].filter(([path]) => path.startsWith('src/commands/')));
  expect(commands.size).toBeGreaterThan(100);
  expect(unusedExports(commands, all)).toEqual([]);
});

it('finds a planted one', () => {
  const commands = new Map([['a.ts', 'export function planted() {}\nexport const used = 1;']]);
  const others: readonly (readonly [string, string])[] = [
    ['b.ts', "import { used } from './a.js'"],
    ['c.ts', 'planted'],
  ];
  expect(unusedExports(commands, new Map([...commands, ...others]))).toEqual(['a.ts: planted']);
});
