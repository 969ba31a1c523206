import { describe, expect, it } from 'vitest';
import { writeJunit } from '../../../src/listen/receive/junit.js';

const at = '2026-12-01T08:00:00.000Z';
const nameIn = (name: string): string | undefined =>
  / name="([^"]*)" time="0.000"\/>$/m.exec(writeJunit('s', [{ name, seconds: 0, failure: null }], at))?.[1];

describe('a JUnit report', () => {
  it('is one suite, with what passed, what failed and why, and what was not run', () => {
    const cases = [
      { name: 'envelope.sent arrives', seconds: 0.25, failure: null },
      { name: 'envelope.completed arrives', seconds: 1, failure: 'it did not arrive within 60 s' },
      { name: 'rotation_old', seconds: 0, failure: null, skipped: 'no previous secret <given>' },
      { name: 'nothing was skipped', seconds: 2, failure: null, skipped: null },
    ];
    const facts = 'tests="4" failures="1" errors="0" skipped="1" time="3.250"';
    expect(writeJunit('esign & co', cases, at).split('\n')).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites name="esign &amp; co" ${facts}>`,
      `  <testsuite name="esign &amp; co" ${facts} timestamp="${at}">`,
      '    <testcase classname="esign &amp; co" name="envelope.sent arrives" time="0.250"/>',
      '    <testcase classname="esign &amp; co" name="envelope.completed arrives" time="1.000">',
      '      <failure message="it did not arrive within 60 s"/>',
      '    </testcase>',
      '    <testcase classname="esign &amp; co" name="rotation_old" time="0.000">',
      '      <skipped message="no previous secret &lt;given&gt;"/>',
      '    </testcase>',
      '    <testcase classname="esign &amp; co" name="nothing was skipped" time="2.000"/>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ]);
  });

  it('of no case at all is a report too', () => {
    const facts = 'tests="0" failures="0" errors="0" skipped="0" time="0.000"';
    expect(writeJunit('s', [], 'a"b').split('\n').slice(1, 4)).toEqual([
      `<testsuites name="s" ${facts}>`,
      `  <testsuite name="s" ${facts} timestamp="a&quot;b">`,
      '  </testsuite>',
    ]);
  });

  it('a failure that says nothing is one all the same', () => {
    const text = writeJunit('s', [{ name: 'x', seconds: 0, failure: '' }], at);
    expect(text).toContain('failures="1"');
    expect(text).toContain('<failure message=""/>');
    const odd = writeJunit('s', [{ name: 'x', seconds: 0, failure: 'no "a" <b>' }], at);
    expect(odd).toContain('<failure message="no &quot;a&quot; &lt;b&gt;"/>');
  });

  it('holds whatever came from outside as text', () => {
    expect(nameIn('a<b>&"\u0000\u001b[31m\n')).toBe('a&lt;b&gt;&amp;&quot;[31m&#10;');
    expect(nameIn('<<>>&&""\n\n&lt;')).toBe('&lt;&lt;&gt;&gt;&amp;&amp;&quot;&quot;&#10;&#10;&amp;lt;');
  });

  it.each(['\t', '\r', ' ', '~', '\ud7ff', '\ue000', '\ufffd', '\u{10000}', '\u{1f600}', '\u{10ffff}'])(
    'keeps %j, which XML can hold',
    (character) => expect(nameIn(`a${character}b`)).toBe(`a${character}b`),
  );

  it.each(['\u0000', '\u0008', '\u000b', '\u001f', '\ud800', '\udfff', '\ufffe', '\uffff'])(
    'leaves out %j, which XML cannot hold',
    (character) => expect(nameIn(`a${character}b`)).toBe('ab'),
  );
});
