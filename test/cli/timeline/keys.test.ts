import { describe, expect, it } from 'vitest';
import { keyOf, pressedIn, timelineActs } from '../../../src/cli/timeline/keys.js';

describe('what a terminal sends', () => {
  it('is taken apart into keys, escape sequences whole', () => {
    expect(pressedIn('\u001b[A\u001bOBs\u001b\r\u001b[5~é')).toEqual([
      '\u001b[A',
      '\u001bOB',
      's',
      '\u001b',
      '\r',
      '\u001b[5~',
      'é',
    ]);
  });

  it('is moves and acts, and text while text is typed', () => {
    expect(keyOf('\u001b[A', false, timelineActs)).toEqual({ move: 'up' });
    expect(keyOf('s', false, timelineActs)).toEqual({ act: 'sign' });
    expect(keyOf('s', true, timelineActs)).toEqual({ move: { typed: 's' } });
    expect(keyOf('\u007f', true, timelineActs)).toEqual({ move: { typed: '\b' } });
    expect(keyOf('\u0003', true, timelineActs)).toEqual({ act: 'interrupt' });
    expect(keyOf('\u001b', true, timelineActs)).toEqual({ move: 'back' });
    for (const odd of ['x', '\u001b[99z', 'constructor', '\u0000']) expect(keyOf(odd, false, timelineActs)).toBeNull();
  });
});
