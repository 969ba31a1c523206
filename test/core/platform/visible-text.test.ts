import { describe, expect, it } from 'vitest';
import {
  escapeHidden,
  escapeHiddenPoints,
  hasHidden,
  restoreHidden,
  shown,
  visible,
  visibleData,
  visibleJson,
  visibleLine,
} from '../../../src/core/platform/visible-text.js';

/** Words in tag characters, which a language model reads and nobody sees. */
const tags = [...'ignore all'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

const hidden: readonly (readonly [string, string])[] = [
  ['an escape', '\u001b'],
  ['another control', '\u009b'],
  ['a carriage return', '\r'],
  ['a direction mark', '\u202e'],
  ['an isolate', '\u2066'],
  ['an Arabic letter mark', '\u061c'],
  ['a zero-width space', '\u200b'],
  ['a joiner between Latin letters', '\u200d'],
  ['a second joiner', 'क\u200d\u200d'],
  ['a joiner after an emoji alone', '😀\u200dx'],
  ['a soft hyphen', '\u00ad'],
  ['a grapheme joiner', '\u034f'],
  ['a Hangul filler', '\u3164'],
  ['a halfwidth Hangul filler', '\uffa0'],
  ['a Mongolian vowel separator', '\u180e'],
  ['a word joiner', '\u2060'],
  ['an invisible operator', '\u2064'],
  ['an unassigned character that is ignored', '\u2065'],
  ['an annotation mark', '\ufffa'],
  ['a byte order mark', '\ufeff'],
  ['a line separator', '\u2028'],
  ['a variation selector after a letter', 'a\ufe0f'],
  ['a second variation selector', '❤\ufe0f\ufe0f'],
  ['a variation selector of the supplement', '葛\u{e0100}'],
  ['a tag character', tags],
  ['a language tag', '\u{e0001}'],
  ['a tag character after a flag', '🏴\u{e0067}'],
  ['half a pair', '\ud800'],
  ['a noncharacter', '\uffff'],
];

const plain = ['Zoë\tThándí\n日本', '👩‍👩‍👧 🏳️‍🌈 👩🏽‍🚀 🏃‍➡️ ❤️ 1️⃣', 'می‌خواهم', 'क्‍ष', 'മോഹന്‍', 'ශ්‍රී'];

describe('a hidden character', () => {
  it.each(hidden)('%s is shown in text, and escaped in JSON with the same value', (_, character) => {
    const text = `Lease ${character}.`;
    expect(hasHidden(text)).toBe(true);
    for (const written of [visible(text), visibleLine(text), shown(text), visibleJson({ [text]: text })]) {
      expect(hasHidden(written), written).toBe(false);
    }
    expect(JSON.parse(visibleJson({ [text]: text }, 2))).toEqual({ [text]: text });
  });

  it('has its code in braces, and is one escape or two in JSON', () => {
    expect(visible('a\u001b[31m\u0000\u202e\r')).toBe(String.raw`a\u{1b}[31m\u{0}\u{202e}\r`);
    expect(visible(tags.slice(0, 4))).toBe(String.raw`\u{e0069}\u{e0067}`);
    expect(visibleJson('\u007f\u202e\u{e0069}')).toBe(String.raw`"\u007f\u202e\udb40\udc69"`);
    expect(escapeHidden('\u{e0069}')).toBe(String.raw`\udb40\udc69`);
    expect(escapeHiddenPoints('\u200b\u{e0069}')).toBe(String.raw`\u200b\U000e0069`);
  });

  it('comes back from text that is read again, and nothing else does', () => {
    for (const [, character] of hidden.filter(([name]) => name !== 'a carriage return')) {
      expect(restoreHidden(visible(`a${character}b`))).toBe(`a${character}b`);
    }
    const written = String.raw`\u{41} \u{110000} \u{} \u{a} C:\rest`;
    expect(restoreHidden(written)).toBe(written);
  });

  it('stays in data for a program where it is a control', () => {
    expect(visibleData('a\r\n\u001b\u200b')).toBe('a\r\n\u001b\\u{200b}');
  });
});

it.each(plain)('%j is as it was', (text) => {
  expect(hasHidden(text)).toBe(false);
  expect(visible(text)).toBe(text);
  expect(visibleJson(text)).toBe(JSON.stringify(text));
});

it('a line has neither line breaks nor tabs, and is cut on a page', () => {
  expect(visibleLine('a\nb\tc')).toBe(String.raw`a\nb\tc`);
  expect(shown('two\nlines\tand more')).toBe('two lines and more');
  expect(shown('x'.repeat(400))).toBe(`${'x'.repeat(300)}…`);
});
