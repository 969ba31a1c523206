import { availableParallelism, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { MixedOrder } from './test/support/project/mixed-order.ts';
import { temporaryFolder } from './test/support/project/temporary-folder.ts';

// Not in this checkout: code is kept in no repository.
const ownFolder = join(tmpdir(), `esign-tests-${userInfo().username}`);
export default defineConfig({
  // A sixth of the processor time of the busy ones goes into maps from what runs to what was written; where a person
  // looks at a failure, its lines must be right.
  oxc: { sourcemap: process.env['CI'] !== 'true' },
  test: {
    globalSetup: ['test/support/project/build-once.ts'],
    pool: 'forks',
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', './test/support/project/closing-line.ts'],
    env: {
      TZ: 'Africa/Johannesburg',
      TMPDIR: temporaryFolder(),
      // One for all tests: a thousand processes need not compile the same program each.
      ESIGN_CACHE_DIR: join(ownFolder, 'cache'),
      // Where the key of that cache lies.
      XDG_STATE_HOME: join(ownFolder, 'state'),
    },
    include: ['test/**/*.test.ts'],
    // Each worker reads all of src by itself: many more of them than cores cost more than they bring.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: MixedOrder },
  },
});
