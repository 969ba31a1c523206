import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/support/build-once.ts'],
    include: ['test/**/*.test.ts'],
    // What takes minutes runs with ESIGN_FULL=1 only, as the issues' own counts do.
    exclude: [...configDefaults.exclude, ...(process.env['ESIGN_FULL'] === '1' ? [] : ['test/**/*.full.test.ts'])],
    pool: 'forks',
    // More workers than cores, which a percentage cannot ask for: many tests wait for a process or a terminal.
    maxWorkers: availableParallelism() + 2,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', './test/support/closing-line.ts'],
    env: {
      TZ: 'Africa/Johannesburg',
      // One for all tests: a thousand processes need not compile the same program each.
      ESIGN_CACHE_DIR: fileURLToPath(new URL('node_modules/.cache/esign', import.meta.url)),
    },
  },
});
