import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with a plain line, or tells `test/run.mjs`, which prints it for CI. There a skipped test is a failure. */
export default class ClosingLine implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const skipped: string[] = [];
    for (const module of modules) {
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        count[state] += 1;
        if (state === 'skipped') skipped.push(test.fullName);
      }
    }
    const inCi = process.env['CI'] === 'true';
    for (const name of skipped) console.log(`skipped: ${name}`);
    if (inCi && skipped.length > 0) {
      console.log('In CI no test may be skipped.');
      process.exitCode = 1;
      count.failed += skipped.length;
      count.skipped = 0;
    }
    if (process.send !== undefined) {
      await new Promise((done) => process.send!(count, done));
      return;
    }
    const tail = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    console.log(`\n${count.passed} passed, ${count.failed} failed${tail}`);
  }
}
