import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mayImport } from '../support/project/import-rules.js';

const map = readFileSync('src/README.md', 'utf8');

it('src/README.md shows the places in the order of the import rule, with what each may import', () => {
  const rows = [...map.matchAll(/^\| `([\w-]+)`\s*\|[^|]*\|([^|]*)\|$/gm)].map(([, place, imports = '']) => [
    place,
    imports.trim() === '–' ? [] : imports.trim().split(', '),
  ]);
  const rules = Object.entries(mayImport).map(([place, allowed]) => [
    place,
    allowed.map((rule) =>
      typeof rule === 'string' ? rule : 'types' in rule ? `${rule.types} (types)` : `${rule.late} (late)`,
    ),
  ]);
  expect(rows).toEqual(rules);
});

it('src/README.md names only files and folders that exist', () => {
  const named = [...map.matchAll(/`((?:[\w-]+\/)+(?:[\w.-]+\.ts|[\w.-]+\.js)?)`/g)].map(([, path = '']) => path);
  const places = (path: string): readonly string[] => [path, `src/${path}`, `test/house/${path}`];
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !places(path).some((place) => existsSync(place)))).toEqual([]);
});
