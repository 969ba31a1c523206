import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  compositionRoot,
  forbiddenImports,
  forbiddenProcessUse,
  importsOf,
  mayImport,
  packageOwners,
  placeOf,
} from '../support/project/import-rules.js';
import { filesUnder } from '../support/project/files-under.js';

const files = filesUnder('src').filter((path) => !path.endsWith('.d.ts'));
const code = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));

describe('who may import whom', () => {
  it('every place of src is in the table: a new one is a decision', () => {
    const known = [...Object.keys(mayImport), ...compositionRoot];
    expect([...new Set(files.map(placeOf))].filter((place) => !known.includes(place))).toEqual([]);
    expect(Object.keys(mayImport).filter((place) => !files.some((path) => placeOf(path) === place))).toEqual([]);
  });

  it('the table has an order: a place allows only places above it', () => {
    const order = Object.keys(mayImport);
    const upwards = order.flatMap((place, at) =>
      (mayImport[place] ?? [])
        .map((rule) => (typeof rule === 'string' ? rule : 'types' in rule ? rule.types : rule.late))
        .filter((target) => order.indexOf(placeOf(target)) >= at)
        .map((target) => `${place} → ${target}`),
    );
    expect(upwards).toEqual([]);
  });

  it.each(Object.keys(mayImport))('%s imports only what it may', (place) => {
    const wrong = files
      .filter((path) => placeOf(path) === place)
      .flatMap((path) => forbiddenImports(path, code.get(path) ?? ''));
    expect(wrong).toEqual([]);
  });

  it('each package that is imported is one that package.json names', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
    const { dependencies, optionalDependencies, devDependencies } = manifest;
    const declared = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
    expect(Object.keys(packageOwners).filter((name) => !declared.includes(name))).toEqual([]);
  });

  it('the sources are read as they are: every file of src with imports has some', () => {
    expect(
      files.filter((path) => /^import /m.test(code.get(path) ?? '') && importsOf(code.get(path) ?? '').length === 0),
    ).toEqual([]);
  });
});

describe('the rule itself finds', () => {
  it.each([
    ['a place above', 'src/client/x.ts', "import { a } from '../emulator/core.js';"],
    ['the emulator, from the client, by a re-export', 'src/client/x.ts', "export { a } from '../emulator/core.js';"],
    ['the emulator, loaded late', 'src/client/x.ts', "const a = await import('../emulator/core.js');"],
    ['SQL in the domain', 'src/emulator/domain/x.ts', "import { openStore } from '../store/store.js';"],
    ['HTTP in the domain', 'src/emulator/domain/x.ts', "import { reply } from '../http/reply.js';"],
    [
      'handlers in the domain, even their types',
      'src/emulator/domain/x.ts',
      "import type { A } from '../handlers/a.js';",
    ],
    ['detection in the Word reader', 'src/document/word/x.ts', "import { a } from '../detect/words.js';"],
    ['sealing in detection', 'src/document/detect/flat/x.ts', "import { a } from '../../seal/cms.js';"],
    ['another noun', 'src/commands/envelope/x.ts', "import { a } from '../template/get.js';"],
    ['a folder that stands apart', 'src/cli/doctor/x.ts', "import { a } from '../dev/services.js';"],
    ['what puts the program together', 'src/cli/x.ts', "import { compose } from '../app/compose.js';"],
    ['the document engine, loaded at once', 'src/commands/x.ts', "import { a } from '../document/read-document.js';"],
    ['a package of another place', 'src/listen/x.ts', "import { request } from 'undici';"],
    ['a package of no place', 'src/listen/x.ts', "import left from 'left-pad';"],
    ['a built-in module without node:', 'src/listen/x.ts', "import { readFileSync } from 'fs';"],
  ])('%s', (_what, path, text) => {
    expect(forbiddenImports(path, text)).toHaveLength(1);
  });

  it.each([
    ['a type where only types are allowed', 'src/cli/x.ts', "import type { A } from '../document/form.js';"],
    ['a late import where only late ones are', 'src/commands/x.ts', "await import('../document/zip-files.js');"],
    ['its own noun', 'src/commands/envelope/x.ts', "import { a } from './get.js';"],
    ['the ground', 'src/emulator/domain/x.ts', "import { a } from '../../core/platform/json.js';"],
    ['a comment', 'src/client/x.ts', "// import { a } from '../emulator/core.js';"],
  ])('and lets pass %s', (_what, path, text) => {
    expect(forbiddenImports(path, text)).toEqual([]);
  });
});

describe('the process', () => {
  it('only main.ts touches it, and the named files the members named with them', () => {
    expect(files.flatMap((path) => forbiddenProcessUse(path, code.get(path) ?? ''))).toEqual([]);
  });

  it.each([
    ['a member', 'src/cli/x.ts', 'const home = process.env.HOME;'],
    ['a member in brackets', 'src/cli/x.ts', "process['exit'](1);"],
    ['an import', 'src/cli/x.ts', "import { argv } from 'node:process';"],
    ['the whole of it', 'src/cli/x.ts', "import process from 'node:process';"],
    [
      'another member of a file that may use one',
      'src/document/job-queue.ts',
      'process.exit(process.memoryUsage().rss);',
    ],
  ])('the rule itself finds %s', (_what, path, text) => {
    expect(forbiddenProcessUse(path, text)).not.toEqual([]);
  });
});

describe('the tests', () => {
  it('the conformance tests and their support import neither the contract nor the client', () => {
    const kinds = ['test/conformance', 'test/support'];
    const wrong = kinds
      .flatMap((folder) => filesUnder(folder))
      .filter(
        (path) =>
          path.endsWith('.ts') &&
          (path.startsWith('test/conformance') ||
            /\/(http|emulator|agreement|deliveries|shapes|form-pdf)\.ts$/.test(path)),
      )
      .filter((path) => /from '[^']*src\/(?!emulator\/emulator\.js)/.test(readFileSync(path, 'utf8')));
    expect(wrong).toEqual([]);
  });
});
