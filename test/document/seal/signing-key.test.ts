import { createHash, createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  derivePrivateNumber,
  signatureLength,
  signDigest,
  signingKey,
} from '../../../src/document/seal/signing-key.js';

/** RFC 6979, A.2.5: P-256 with SHA-256. */
const published = Buffer.from('C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721', 'hex');
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

describe('a signature', () => {
  it.each([
    [
      'sample',
      'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716',
      'f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8',
    ],
    [
      'test',
      'f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367',
      '19f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083',
    ],
  ])('of “%s” is the one that RFC 6979 publishes', (message, r, s) => {
    const d = BigInt(`0x${published.toString('hex')}`);
    const found = signDigest(published, d, digestOf(message), 0);
    expect(found.map((each) => each.toString(16))).toEqual([r, s]);
  });

  it('always has the same length, is verified by OpenSSL, and is the same every time', () => {
    const key = signingKey(derivePrivateNumber(Buffer.alloc(32, 5), 'a name'));
    const publicKey = createPublicKey({ key: key.publicKey, format: 'der', type: 'spki' });
    for (let number = 0; number < 40; number += 1) {
      const message = Buffer.from(`message ${number}`);
      const signature = key.sign(message);
      expect(signature).toHaveLength(signatureLength);
      expect(verify('sha256', message, publicKey, signature)).toBe(true);
      expect(verify('sha256', Buffer.from('another one'), publicKey, signature)).toBe(false);
      expect(key.sign(message)).toEqual(signature);
    }
  });

  it('differs between two attempts on the same message, and both hold', () => {
    const d = BigInt(`0x${published.toString('hex')}`);
    const [first, second] = [0, 1].map((attempt) => signDigest(published, d, digestOf('sample'), attempt)[0]);
    expect(first).not.toBe(second);
  });
});

describe('a private number', () => {
  it('outside the order of the group is refused', () => {
    for (const bytes of [Buffer.alloc(32), Buffer.alloc(32, 0xff), Buffer.alloc(31, 1)]) {
      expect(() => signingKey(bytes)).toThrow(RangeError);
    }
  });

  it('follows from secret and name', () => {
    const secret = Buffer.alloc(32, 9);
    expect(derivePrivateNumber(secret, 'seal')).toEqual(derivePrivateNumber(secret, 'seal'));
    expect(derivePrivateNumber(secret, 'seal')).not.toEqual(derivePrivateNumber(secret, 'time-stamp'));
    expect(derivePrivateNumber(secret, 'seal')).toHaveLength(32);
  });
});
