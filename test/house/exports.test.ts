import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Exported names that no other file mentions. */
function unusedExports(exporting: ReadonlyMap<string, string>, all: ReadonlyMap<string, string>): string[] {
  const users = new Map<string, Set<string>>();
  for (const [file, text] of all) {
    for (const word of text.match(/[A-Za-z_$][\w$]*/g) ?? []) users.set(word, (users.get(word) ?? new Set()).add(file));
  }
  return [...exporting].flatMap(([file, text]) =>
    [...text.matchAll(/^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm)].flatMap(([, name = '']) =>
      [...(users.get(name) ?? [])].some((user) => user !== file) ? [] : [`${file}: ${name}`],
    ),
  );
}

const sources = (folder: string): readonly (readonly [string, string])[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path, 'utf8')]);

// knip sees every export of a file as used that is loaded by `(await import(file)).name`, as all commands are.
it('every export of a command file is used by another file', () => {
  const all = new Map([...sources('src'), ...sources('test')]);
  const commands = new Map([...all].filter(([path]) => path.startsWith('src/commands/')));
  expect(commands.size).toBeGreaterThan(100);
  expect(unusedExports(commands, all)).toEqual([]);
});

it('finds a planted one', () => {
  const commands = new Map([['a.ts', 'export function planted() {}\nexport const used = 1;']]);
  expect(unusedExports(commands, new Map([...commands, ['b.ts', 'used']]))).toEqual(['a.ts: planted']);
});
