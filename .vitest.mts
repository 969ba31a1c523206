import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/support/build-once.ts'],
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // One worker a core: most tests wait for a process or a socket.
    maxWorkers: '100%',
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ['default', './test/support/closing-line.ts'],
    env: { TZ: 'Africa/Johannesburg' },
  },
});
