import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolderAtOnce } from '../../src/core/platform/durable-file.js';
import { buildTree } from '../../src/commands/tree.js';
import type { Context } from '../../src/cli/context/context.js';
import { released, version } from '../../src/core/platform/version.js';
import { agentFiles } from '../../src/cli/docs-gen/agent-files.js';
import { catalogue } from '../../src/cli/docs-gen/catalogue.js';
import { referenceFiles } from '../../src/cli/docs-gen/files.js';
import { readTree } from '../../src/cli/docs-gen/node.js';
import { startEmulator } from '../../src/emulator/emulator.js';
import type { Commands } from '../../src/cli/agents/local-tools.js';
import {
  type Described,
  type DescribedRoutes,
  programPromises,
  readPromises,
  withNew,
  writePromises,
} from './promised.js';
import { recordExamples, repeatable } from './record-examples.js';

/**
 * A build entry: `--write` writes completions, manual pages and examples; `--check` fails when stale; `--for-agents
 * FOLDER` writes what only the package holds.
 */
async function writeReference(root: string, mode: string | undefined, folder: string | undefined): Promise<number> {
  // The tree is only looked at: no command runs, so none asks its context for anything.
  const tree = readTree(await buildTree({} as Context, 'all'));
  if (mode === '--for-agents' && folder !== undefined) {
    for (const [path, text] of agentFiles(tree)) {
      makeFolderAtOnce(dirname(join(folder, path)));
      writeFileSync(join(folder, path), text);
    }
    return 0;
  }
  const emulator = await startEmulator(repeatable);
  const routes = await emulator.control<DescribedRoutes>('GET', '/_emulator/openapi.json');
  const examples = await recordExamples(emulator).finally(() => emulator.close());
  const files = new Map(await referenceFiles(tree, { version, date: released }));
  files.set('src/contract/recorded-examples.json', `${JSON.stringify(examples, null, 2)}\n`);
  const promised = 'test/house/promised.txt';
  const now = programPromises((await catalogue(tree, version)) as Described & Commands, routes);
  files.set(promised, writePromises(withNew(readPromises(read(join(root, promised)) ?? ''), now)));
  files.set('package.json', withManualPages(read(join(root, 'package.json')) ?? '{}', files.keys()));
  const stale = [...files].filter(([path, text]) => read(join(root, path)) !== text).map(([path]) => path);
  const extra = ['man', 'completions'].flatMap((folder) =>
    list(join(root, folder))
      .map((name) => `${folder}/${name}`)
      .filter((path) => !files.has(path)),
  );
  if (mode === '--check') {
    for (const path of [...stale, ...extra]) process.stderr.write(`stale: ${path}\n`);
    return stale.length + extra.length === 0 ? 0 : 1;
  }
  if (mode !== '--write') {
    process.stderr.write('usage: reference --write | --check | --for-agents FOLDER\n');
    return 2;
  }
  for (const path of stale) {
    makeFolderAtOnce(dirname(join(root, path)));
    writeFileSync(join(root, path), files.get(path) ?? '');
  }
  for (const path of extra) rmSync(join(root, path));
  process.stdout.write(`${files.size} files, ${stale.length} written, ${extra.length} removed\n`);
  return 0;
}

/** npm installs the manual pages that the manifest lists one by one, and none of a folder. */
function withManualPages(manifest: string, paths: Iterable<string>): string {
  const man = [...paths].filter((path) => path.startsWith('man/')).toSorted();
  return `${JSON.stringify({ ...(JSON.parse(manifest) as object), man }, null, 2)}\n`;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}

// The built entry lies in dist/, one level below the package's root.
void writeReference(dirname(__dirname), process.argv[2], process.argv[3]).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    // The trace would lead into minified code; what helps is the sentence.
    process.stderr.write(`reference: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
