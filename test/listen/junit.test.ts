import { describe, expect, it } from 'vitest';
import { writeJunit } from '../../src/listen/junit.js';

describe('a JUnit report', () => {
  it('counts what failed and says why', () => {
    const cases = [
      { name: 'envelope.sent arrives', seconds: 0.25, failure: null },
      { name: 'envelope.completed arrives', seconds: 1, failure: 'it did not come within 60 s' },
    ];
    const xml = writeJunit('esign listen', cases, '2026-12-01T08:00:00.000Z');
    expect(xml).toContain('tests="2" failures="1" errors="0" skipped="0" time="1.250"');
    expect(xml).toContain('<testcase classname="esign listen" name="envelope.sent arrives" time="0.250"/>');
    expect(xml).toContain('<failure message="it did not come within 60 s"/>');
  });

  it('holds whatever came from outside as text', () => {
    const xml = writeJunit('s', [{ name: 'a<b>&"\u0000\u001b[31m\n', seconds: 0, failure: null }], 'now');
    expect(xml).toContain('name="a&lt;b&gt;&amp;&quot;[31m&#10;"');
  });
});
