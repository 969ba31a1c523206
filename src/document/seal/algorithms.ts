import { type KeyObject, verify } from 'node:crypto';
import { type Der, NotDer, tags } from './der.js';
import { objectIds } from './object-ids.js';
import { objectIdOf, sequenceOf } from './read-fields.js';

export type Hash = 'sha256' | 'sha384' | 'sha512';

/** A way of signing that counts: SHA-2 with ECDSA, or with RSA as PKCS #1 v1.5 has it. */
export interface SignatureWay {
  readonly hash: Hash;
  readonly key: 'ec' | 'rsa';
}

/** An algorithm that proves nothing, or one that is not known here. */
export class UnfitAlgorithm extends Error {
  override readonly name = 'UnfitAlgorithm';
  readonly code = 'unfit_algorithm';
}

const hashes: Readonly<Record<string, Hash>> = {
  [objectIds.sha256]: 'sha256',
  [objectIds.sha384]: 'sha384',
  [objectIds.sha512]: 'sha512',
};

const ways: Readonly<Record<string, SignatureWay>> = {
  [objectIds.ecdsaWithSha256]: { hash: 'sha256', key: 'ec' },
  [objectIds.ecdsaWithSha384]: { hash: 'sha384', key: 'ec' },
  [objectIds.ecdsaWithSha512]: { hash: 'sha512', key: 'ec' },
  [objectIds.sha256WithRsa]: { hash: 'sha256', key: 'rsa' },
  [objectIds.sha384WithRsa]: { hash: 'sha384', key: 'rsa' },
  [objectIds.sha512WithRsa]: { hash: 'sha512', key: 'rsa' },
};

/** The digest that an AlgorithmIdentifier names; SHA-1 and older are refused. Throws UnfitAlgorithm. */
export function hashOf(identifier: Der | undefined): Hash {
  const id = idOf(identifier);
  const hash = hashes[id];
  if (hash === undefined) throw new UnfitAlgorithm(`the digest algorithm ${id} is not accepted`);
  return hash;
}

/**
 * The way of signing that an AlgorithmIdentifier names. `digest` stands in where it names only RSA, as CMS allows
 * (RFC 3370, 3.2). Throws UnfitAlgorithm.
 */
export function wayOf(identifier: Der | undefined, digest?: Hash): SignatureWay {
  const id = idOf(identifier);
  const way = id === objectIds.rsaEncryption && digest !== undefined ? { hash: digest, key: 'rsa' as const } : ways[id];
  if (way === undefined) throw new UnfitAlgorithm(`the signature algorithm ${id} is not accepted`);
  return way;
}

const curves = ['prime256v1', 'secp384r1', 'secp521r1'];

/** Whether a signature is that of the key; a key of another kind, or a weak one, has signed nothing. */
export function isSignedBy(key: KeyObject, way: SignatureWay, message: Uint8Array, signature: Uint8Array): boolean {
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  const fits = way.key === 'rsa' ? modulusLength >= 2048 && modulusLength <= 8192 : curves.includes(namedCurve);
  if (key.asymmetricKeyType !== way.key || !fits) return false;
  try {
    return verify(way.hash, message, { key, dsaEncoding: 'der' }, signature);
  } catch {
    return false;
  }
}

/** The identifier of an algorithm whose parameters say nothing: they are absent or NULL. */
function idOf(identifier: Der | undefined): string {
  const [id, parameters, ...more] = sequenceOf(identifier);
  if (more.length > 0 || (parameters !== undefined && parameters.tag !== tags.null)) {
    throw new NotDer('an algorithm with parameters');
  }
  return objectIdOf(id);
}
