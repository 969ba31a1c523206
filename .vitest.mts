import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/support/build-once.ts'],
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // More workers than cores: many tests wait for a process, a socket or a terminal.
    maxWorkers: '150%',
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ['default', './test/support/closing-line.ts'],
    env: { TZ: 'Africa/Johannesburg' },
  },
});
