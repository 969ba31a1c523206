// The benchmark (`npm run bench`): whole-process figures as ratios to a baseline of the same run, never a verdict.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureBulk } from './bulk.mjs';
import { measureBulkSoak } from './bulk-soak.mjs';
import { measureCopyNames } from './copy-names.mjs';
import { measureDocuments } from './documents.mjs';
import { measureDetection } from './detection.mjs';
import { measureEmulator } from './emulator.mjs';
import { measureListen } from './listen.mjs';
import { measureListenSoak } from './listen-soak.mjs';
import { measureStart } from './start.mjs';
import { bareEnvironment, print } from './figures.mjs';

const folder = mkdtempSync(join(tmpdir(), 'esign-bench-'));
const environment = bareEnvironment(folder);
try {
  print([
    `Node ${process.version}, NODE_EXTRA_CA_CERTS unset (Node 20 parses that file at start)`,
    '',
    ...(await measureStart(environment)),
    '',
    ...(await measureEmulator(environment, folder)),
    '',
    ...(await measureListen(environment, folder)),
    '',
    ...(process.env.ESIGN_FULL === '1' ? [...(await measureListenSoak(environment, folder)), ''] : []),
    ...(await measureBulk(environment, folder)),
    '',
    // Ten minutes and more.
    ...(process.env['ESIGN_FULL'] === '1' ? [...(await measureBulkSoak(environment, folder)), ''] : []),
    ...(await measureDetection()),
    '',
    ...(await measureCopyNames(environment)),
    '',
    ...measureDocuments(environment, folder),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
