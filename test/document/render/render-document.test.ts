import { describe, expect, it } from 'vitest';
import { isSoundContent } from '../../../src/document/render/render-document.js';
import { processorTime } from '../../support/processor-time.js';

describe('content of a page', () => {
  it.each([
    '',
    'q 1 0 0 1 10 10 cm BT /F1 12 Tf (a \\) ( ( nested ) ) string) Tj [(A) -120 (B)] TJ ET Q % a remark (',
    '/P <</MCID 0 /A [1 2]>> BDC 0.5 .25 -1 rg EMC',
    'q BI /W 2 /H 1 /BPC 8 /CS /G ID \u0000(\u00ff EI Q',
    '--5 0 l 1.5-3 0 m W* n',
    '5. .5 . -.5- +7-2 0 0 c',
  ])('%j is in order', (content) => {
    expect(isSoundContent(content)).toBe(true);
  });

  it.each([
    'undefined 10 Tf',
    '<48 65> pop',
    'BT (open Tj ET',
    '[ /oops',
    'BT (a) (b)] TJ ET',
    'q q Q',
    'Q',
    'BT BT ET',
    'BT /F1 12 Tf',
    'BI /W 2 ID nothing ends it',
    '[ 1 2 q Q ]',
  ])('%j is not', (content) => {
    expect(isSoundContent(content)).toBe(false);
  });

  it('is checked in no time, at any length', () => {
    const spent = processorTime();
    expect(isSoundContent('0.5 0.25 m (text) Tj [(a) 3 (b)] TJ\n'.repeat(100_000))).toBe(true);
    expect(isSoundContent(`${'1'.repeat(1_000_000)}x`)).toBe(false);
    expect(spent()).toBeLessThan(20_000);
  });
});
