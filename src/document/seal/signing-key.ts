import { createECDH, createHash, createHmac, createPublicKey, type KeyObject } from 'node:crypto';

/** An EC P-256 key that signs SHA-256 digests; the same secret and message always give the same signature. */
export interface SigningKey {
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Buffer;
  /** ECDSA-Sig-Value, DER, always `signatureLength` bytes. */
  sign(message: Uint8Array): Buffer;
}

/** A signature of one length lets the code that reserves a place for it fill that place to the last byte. */
export const signatureLength = 71;

/** The order of the group of P-256 (FIPS 186-4, D.1.2.3). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const size = 32;
/** Half of all signatures have the length; this many in a row without it do not happen. */
const tries = 256;

/** The key of a private number, as 32 bytes big-endian. Throws RangeError when it is not within the group's order. */
export function signingKey(privateNumber: Uint8Array): SigningKey {
  const d = toNumber(privateNumber);
  if (privateNumber.length !== size || d === 0n || d >= order) throw new RangeError('no private number of P-256');
  return {
    publicKey: exportPublic(point(privateNumber)),
    sign: (message) => {
      const digest = createHash('sha256').update(message).digest();
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const signature = encode(...signDigest(privateNumber, d, digest, attempt));
        if (signature.length === signatureLength) return signature;
      }
      throw new Error('no signature of the wanted length');
    },
  };
}

/** A private number out of a secret and a name: HMAC output far wider than the order, so that no number is favoured. */
export function derivePrivateNumber(secret: Uint8Array, name: string): Buffer {
  const wide = createHmac('sha512', secret).update(name).digest();
  return toBytes((toNumber(wide) % (order - 1n)) + 1n);
}

/**
 * r and s of RFC 6979 with SHA-256. A further attempt on the same message mixes its number into the derivation, which
 * section 3.6 allows; attempt 0 is the plain signature.
 */
export function signDigest(
  privateNumber: Uint8Array,
  d: bigint,
  digest: Uint8Array,
  attempt: number,
): readonly [bigint, bigint] {
  const z = toNumber(digest);
  const more = attempt === 0 ? Buffer.alloc(0) : toBytes(BigInt(attempt));
  for (const nonce of nonces(privateNumber, toBytes(z % order), more)) {
    const r = toNumber(point(nonce).subarray(1, 1 + size)) % order;
    const s = (inverse(toNumber(nonce)) * (z + r * d)) % order;
    if (r !== 0n && s !== 0n) return [r, s];
  }
  throw new Error('no nonce fits');
}

/** The candidates for k, in order (RFC 6979, section 3.2). */
function* nonces(privateNumber: Uint8Array, digest: Uint8Array, more: Uint8Array): Generator<Buffer> {
  let key: Buffer = Buffer.alloc(size);
  let value: Buffer = Buffer.alloc(size, 1);
  const hmac = (...parts: readonly Uint8Array[]): Buffer => {
    const mac = createHmac('sha256', key);
    for (const part of parts) mac.update(part);
    return mac.digest();
  };
  for (const mark of [0, 1]) {
    key = hmac(value, Buffer.of(mark), privateNumber, digest, more);
    value = hmac(value);
  }
  for (let round = 0; round < tries; round += 1) {
    value = hmac(value);
    const candidate = toNumber(value);
    if (candidate !== 0n && candidate < order) yield value;
    key = hmac(value, Buffer.of(0));
    value = hmac(value);
  }
}

/** The public point of a private number, uncompressed. */
function point(privateNumber: Uint8Array): Buffer {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateNumber);
  return ecdh.getPublicKey();
}

function exportPublic(uncompressed: Buffer): Buffer {
  const [x, y] = [uncompressed.subarray(1, 1 + size), uncompressed.subarray(1 + size)];
  const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') };
  const key: KeyObject = createPublicKey({ key: jwk, format: 'jwk' });
  return key.export({ format: 'der', type: 'spki' });
}

/** The inverse modulo the order, by Euclid. */
function inverse(value: bigint): bigint {
  let [a, b] = [value % order, order];
  let [x, y] = [1n, 0n];
  while (a > 1n) {
    const quotient = b / a;
    [a, b] = [b % a, a];
    [x, y] = [y - quotient * x, x];
  }
  return ((x % order) + order) % order;
}

function encode(r: bigint, s: bigint): Buffer {
  const body = Buffer.concat([integer(r), integer(s)]);
  return Buffer.concat([Buffer.of(0x30, body.length), body]);
}

function integer(value: bigint): Buffer {
  const bytes = toBytes(value);
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = bytes.subarray(first);
  const content = (short[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), short]) : short;
  return Buffer.concat([Buffer.of(0x02, content.length), content]);
}

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

const toBytes = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(size * 2, '0'), 'hex');
