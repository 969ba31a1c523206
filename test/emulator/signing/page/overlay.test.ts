import { describe, expect, it } from 'vitest';
import type { PageView } from '../../../../src/document/read-document.js';
import { overlayOf } from '../../../../src/emulator/signing/page/overlay.js';
import { box, draftEnvelope, leaseForm, person } from '../../../support/envelope-form.js';

const page: PageView = { page: 1, width: 800, height: 600, rotation: 90, text_turns: 0 };
const rect = { x: 0.5, y: 0.2, w: 0.05, h: 0.4 };
const cells = [0, 1].map((index) => ({ ...rect, y: 0.2 + index * 0.2, h: 0.2 }));

/** The rules of a tall, narrow box on a page whose text runs so. */
function rules(text_turns: PageView['text_turns']): readonly string[] {
  const view = {
    envelope: draftEnvelope({ status: 'sent' }),
    form: { ...leaseForm, fields: [box({ id: 'idno', rect, cells })] },
    recipient: person({ id: 'tenant', status: 'sent' }),
    answers: {},
    entries: [],
    action: '/sign/token',
    now: '2026-03-02T22:30:00.000Z',
  };
  return overlayOf(view, 1, { ...page, text_turns }).rules;
}
const number = (rule: string, name: string): number => Number(new RegExp(`${name}:(-?[\\d.]+)%`).exec(rule)![1]) / 100;

describe.each([0, 1, 2, 3] as const)('a field on a page with text turned by %i quarters', (turns) => {
  const [own = '', ...ofCells] = rules(turns);
  const sideways = turns % 2 === 1;

  it('covers the same place, and its text runs along the text of the page', () => {
    const [left, top, wide, high] = ['left', 'top', 'width', 'height'].map((name) => number(own, name)) as [
      number,
      number,
      number,
      number,
    ];
    expect([left + wide / 2, top + high / 2].map((each) => each.toFixed(3))).toEqual(['0.525', '0.400']);
    const points = [wide * page.width, high * page.height].map(Math.round);
    expect(points).toEqual(sideways ? [240, 40] : [40, 240]);
    expect(own.includes('rotate')).toBe(turns !== 0);
    if (turns !== 0) expect(own).toContain(`transform:rotate(${turns * 90}deg)`);
  });

  it('has its cells in the order of the letters', () => {
    const starts = ofCells.map((rule) => number(rule, 'left'));
    // The cells lie one below the other: read downwards they are in order, read upwards in reverse.
    expect(starts).toEqual({ 0: [0, 0], 1: [0, 0.5], 2: [0, 0], 3: [0.5, 0] }[turns]);
    for (const rule of ofCells) expect(number(rule, 'width')).toBe(sideways ? 0.5 : 1);
  });
});
