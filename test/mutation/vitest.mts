import { defineConfig } from 'vitest/config';

/** What `npm run mutation` asks of each mutant: the tests of the places that keep a write from being sent twice. */
export default defineConfig({
  test: {
    include: ['test/{sending/bulk,store,client,domain/webhook}/**/*.test.ts'],
    // What runs the built program has no build to run there.
    exclude: ['**/*.full.test.ts', 'test/domain/webhook/web-verifier.test.ts', 'node_modules/**'],
    testTimeout: 20_000,
    env: { TZ: 'Africa/Johannesburg' },
  },
});
