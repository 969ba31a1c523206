import { describe, expect, it } from 'vitest';
import { keyOf, pressedIn } from '../../src/timeline/keys.js';

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
    expect(keyOf('\u001b[A', false)).toEqual({ move: 'up' });
    expect(keyOf('s', false)).toEqual({ act: 'sign' });
    expect(keyOf('s', true)).toEqual({ move: { typed: 's' } });
    expect(keyOf('\u007f', true)).toEqual({ move: { typed: '\b' } });
    expect(keyOf('\u0003', true)).toEqual({ act: 'interrupt' });
    expect(keyOf('\u001b', true)).toEqual({ move: 'back' });
    for (const odd of ['x', '\u001b[99z', 'constructor', '\u0000']) expect(keyOf(odd, false)).toBeNull();
  });
});
