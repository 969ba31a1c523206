import { describe, expect, it } from 'vitest';
import { findSignatures } from '../../../src/document/seal/byte-range.js';

/** A file with one signature dictionary; the offsets of its gap are moved from the brackets by `from` and `until`. */
function fileWith(value: string, { from = 0, until = 0, begin = 0, key = '/Contents' } = {}): Buffer {
  const place = '[0 0000 0000 0000]';
  const text = `%PDF-1.7\n1 0 obj\n<< /SubFilter /ETSI.CAdES.detached /ByteRange ${place} ${key} ${value} >>\nendobj\n`;
  const open = text.indexOf(value) + from;
  const close = text.indexOf(value) + value.length + until;
  const digits = [open - begin, close, text.length - close].map((each) => String(each).padStart(4, '0'));
  return Buffer.from(text.replace(place, `[${begin} ${digits.join(' ')}]`));
}

describe('the byte range of a signature', () => {
  it('leaves out its own value with or without the brackets, and nothing else', () => {
    for (const gap of [{}, { from: 1, until: -1 }]) {
      const { signatures, others } = findSignatures(fileWith('<30030201AA>', gap));
      expect(others).toEqual([]);
      expect(signatures).toMatchObject([{ subFilter: 'ETSI.CAdES.detached', isPlainHex: true }]);
      expect(signatures[0]?.cms.toString('hex')).toBe('30030201aa');
    }
  });

  it.each([
    ['more than its value', { from: -3 }],
    ['less than its value', { from: 2, until: -2 }],
    ['one bracket alone', { from: 1 }],
    ['what follows its value', { until: 2 }],
    ['the beginning of the file', { begin: 1 }],
    ['another value', { key: '/Cert' }],
  ])('is refused when it leaves out %s', (_, gap) => {
    const { signatures, others } = findSignatures(fileWith('<30030201AA>', gap));
    expect([signatures, others.length]).toEqual([[], 1]);
  });

  it('leaves out hex digits alone', () => {
    expect(findSignatures(fileWith('<30 /Evil (x) 00>')).signatures).toEqual([]);
    expect(findSignatures(fileWith('<3003 0201aA>')).signatures).toMatchObject([{ isPlainHex: false }]);
  });
});
