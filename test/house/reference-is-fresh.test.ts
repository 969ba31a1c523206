import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { recordExamples, repeatable } from '../../bin/build/record-examples.js';
import { referenceFiles } from '../../src/cli/docs-gen/files.js';
import { readTree } from '../../src/cli/docs-gen/node.js';
import { startEmulator } from '../../src/emulator/emulator.js';
import { packageName, released, version } from '../../src/core/platform/version.js';
import { wholeTree } from '../support/program/tree.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const read = (path: string): string | null => {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return null;
  }
};

it('completions and manual pages are what the command tree says (npm run reference makes them)', async () => {
  const files = await referenceFiles(readTree(await wholeTree()), { version, date: released });
  const stale = [...files].filter(([path, text]) => read(path) !== text).map(([path]) => path);
  expect(stale).toEqual([]);
  const there = ['man', 'completions'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  expect(there.filter((path) => !files.has(path))).toEqual([]);
  // npm installs the pages that the manifest lists one by one, and none of a folder.
  const manifest = JSON.parse(read('package.json') ?? '{}') as { readonly man?: unknown };
  expect(manifest.man).toEqual([...files.keys()].filter((path) => path.startsWith('man/')).toSorted());
});

it('the examples of the OpenAPI document are what the emulator answers (npm run reference records them)', async () => {
  const emulator = await startEmulator(repeatable);
  try {
    const made = `${JSON.stringify(await recordExamples(emulator), null, 2)}\n`;
    expect(made).toBe(read('src/contract/recorded-examples.json'));
    const { keys, token, url } = emulator;
    for (const secret of [keys.live, keys.test, token, url, 'http://127.0.0.1']) expect(made).not.toContain(secret);
    expect(made.match(/whsec_[\w-]+|\/(?:embed|sign|files)\/[\w-]+/g)).toBe(null);
  } finally {
    await emulator.close();
  }
});

it('the name and the version in the program are those in package.json', () => {
  expect(JSON.parse(read('package.json') ?? '{}')).toMatchObject({ name: packageName, version });
});
