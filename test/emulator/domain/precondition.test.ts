import { describe, expect, it } from 'vitest';
import { isKnown, matches, requireIfMatch, templateChanged } from '../../../src/emulator/domain/precondition.js';
import { Refusal } from '../../../src/emulator/domain/refusal.js';

const etag = '"abc"';

function codeOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof Refusal ? error.code : 'another error';
  }
}

describe('If-Match', () => {
  it.each([null, '', '  ', '*', ' * '])('%j says nothing of the state it is meant for', (header) => {
    expect(codeOf(() => requireIfMatch(header))).toBe('precondition_required');
  });

  it('names the state when it is the very ETag, alone or in a list', () => {
    expect(requireIfMatch(' "abc" ')).toBe('"abc"');
    expect([matches('"abc"', etag), matches('"x", "abc"', etag), matches('"x","abc"', etag)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each(['"x"', 'W/"abc"', 'abc', '"ab", *', '"abcd"', ',', '"ABC"'])('%j is for another state', (header) => {
    expect(matches(header, etag)).toBe(false);
  });
});

describe('If-None-Match', () => {
  it.each(['"abc"', 'W/"abc"', '"x", "abc"', '*'])('%j knows the state', (header) => {
    expect(isKnown(header, etag)).toBe(true);
  });

  it.each([null, '"x"', 'abc'])('%j does not', (header) => {
    expect(isKnown(header, etag)).toBe(false);
  });
});

it('template_changed carries the current ETag', () => {
  expect(templateChanged(etag)).toMatchObject({ code: 'template_changed', status: 412, headers: { ETag: etag } });
});
