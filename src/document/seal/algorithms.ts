import { constants, createHash, type KeyObject, verify } from 'node:crypto';
import { AlgorithmIdentifier, RSASSAPSSParams } from 'pkijs';
import { Unsupported } from './malformed.js';
import { objectIds } from './object-ids.js';
import { attempt } from './read-asn1.js';

/** A digest by the name that Node has for it. */
export type Hash = string;

/** How a signature was made. */
export interface SignatureWay {
  readonly hash: Hash;
  readonly scheme: 'rsa' | 'pss' | 'ec' | 'eddsa';
  /** Bytes; of PSS alone. */
  readonly saltLength?: number;
}

const hashes: Readonly<Record<string, Hash>> = {
  [objectIds.md5]: 'md5',
  [objectIds.sha1]: 'sha1',
  [objectIds.sha224]: 'sha224',
  [objectIds.sha256]: 'sha256',
  [objectIds.sha384]: 'sha384',
  [objectIds.sha512]: 'sha512',
  [objectIds.sha3With256]: 'sha3-256',
  [objectIds.sha3With384]: 'sha3-384',
  [objectIds.sha3With512]: 'sha3-512',
  [objectIds.shake256]: 'shake256',
  [objectIds.shake256Long]: 'shake256',
};

const ways: Readonly<Record<string, SignatureWay>> = {
  [objectIds.md5WithRsa]: { hash: 'md5', scheme: 'rsa' },
  [objectIds.sha1WithRsa]: { hash: 'sha1', scheme: 'rsa' },
  [objectIds.sha224WithRsa]: { hash: 'sha224', scheme: 'rsa' },
  [objectIds.sha256WithRsa]: { hash: 'sha256', scheme: 'rsa' },
  [objectIds.sha384WithRsa]: { hash: 'sha384', scheme: 'rsa' },
  [objectIds.sha512WithRsa]: { hash: 'sha512', scheme: 'rsa' },
  [objectIds.ecdsaWithSha1]: { hash: 'sha1', scheme: 'ec' },
  [objectIds.ecdsaWithSha224]: { hash: 'sha224', scheme: 'ec' },
  [objectIds.ecdsaWithSha256]: { hash: 'sha256', scheme: 'ec' },
  [objectIds.ecdsaWithSha384]: { hash: 'sha384', scheme: 'ec' },
  [objectIds.ecdsaWithSha512]: { hash: 'sha512', scheme: 'ec' },
  [objectIds.ecdsaPlainWithSha224]: { hash: 'sha224', scheme: 'ec' },
  [objectIds.ecdsaPlainWithSha256]: { hash: 'sha256', scheme: 'ec' },
  [objectIds.ecdsaPlainWithSha384]: { hash: 'sha384', scheme: 'ec' },
  [objectIds.ecdsaPlainWithSha512]: { hash: 'sha512', scheme: 'ec' },
  [objectIds.ed25519]: { hash: 'sha512', scheme: 'eddsa' },
  [objectIds.ed448]: { hash: 'shake256', scheme: 'eddsa' },
};

/** The digest that an AlgorithmIdentifier names, weak ones included. Throws Unsupported. */
export function hashOf({ algorithmId }: AlgorithmIdentifier): Hash {
  const hash = hashes[algorithmId];
  if (hash === undefined) throw new Unsupported(`the digest algorithm ${algorithmId} is not supported`);
  return hash;
}

/**
 * The way of signing that an AlgorithmIdentifier names. `digest` counts where it names only the kind of key, as CMS
 * allows (RFC 3370, 3.2). Throws Unsupported.
 */
export function wayOf(identifier: AlgorithmIdentifier, digest?: Hash): SignatureWay {
  const { algorithmId: id } = identifier;
  if (id === objectIds.rsaPss) return pssOf(identifier);
  if (digest !== undefined && id === objectIds.rsaEncryption) return { hash: digest, scheme: 'rsa' };
  if (digest !== undefined && id === objectIds.ecPublicKey) return { hash: digest, scheme: 'ec' };
  const way = ways[id];
  if (way === undefined) throw new Unsupported(`the signature algorithm ${id} is not supported`);
  return way;
}

/** RFC 4055, 3.1; without parameters it is SHA-1. */
function pssOf({ algorithmParams }: AlgorithmIdentifier): SignatureWay {
  const isEmpty = algorithmParams === undefined || algorithmParams.blockLength === 0;
  const parameters = attempt(() => new RSASSAPSSParams(isEmpty ? {} : { schema: algorithmParams }));
  const hash = hashOf(parameters.hashAlgorithm);
  const { algorithmId, algorithmParams: mask } = parameters.maskGenAlgorithm;
  const maskHash = mask === undefined ? 'sha1' : hashOf(attempt(() => new AlgorithmIdentifier({ schema: mask })));
  if (algorithmId !== objectIds.mgf1 || maskHash !== hash) {
    throw new Unsupported('its RSA-PSS parameters use two digests');
  }
  return { hash, scheme: 'pss', saltLength: parameters.saltLength };
}

/** The digest of some bytes; the one that RFC 8702 wants of SHAKE256 has 64 bytes. */
export function digestOf(hash: Hash, ...parts: readonly Uint8Array[]): Buffer {
  const made = createHash(hash, hash === 'shake256' ? { outputLength: 64 } : undefined);
  for (const part of parts) made.update(part);
  return made.digest();
}

const keyTypes: Readonly<Record<SignatureWay['scheme'], readonly string[]>> = {
  rsa: ['rsa'],
  pss: ['rsa', 'rsa-pss'],
  ec: ['ec'],
  eddsa: ['ed25519', 'ed448'],
};

/** Longer ones only take time. */
const maxRsaBits = 16_384;

/** Whether a signature is that of the key; a key of another kind has signed nothing. */
export function isSignedBy(key: KeyObject, way: SignatureWay, message: Uint8Array, signature: Uint8Array): boolean {
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  if (!keyTypes[way.scheme].includes(key.asymmetricKeyType ?? '') || modulusLength > maxRsaBits) return false;
  try {
    if (way.scheme === 'eddsa') return verify(null, message, key, signature);
    // Some signers write the two numbers one behind the other (BSI TR-03111, 5.2.1), whatever the identifier says.
    if (way.scheme === 'ec') {
      return (['der', 'ieee-p1363'] as const).some((dsaEncoding) =>
        verify(way.hash, message, { key, dsaEncoding }, signature),
      );
    }
    const padding = way.scheme === 'pss' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
    const salt = way.saltLength === undefined ? {} : { saltLength: way.saltLength };
    return verify(way.hash, message, { key, padding, ...salt }, signature);
  } catch {
    // OpenSSL throws for a signature that has no valid form, which is not a signature of this key either.
    return false;
  }
}

/** Why a signature proves little although it is correct: what it is made with can be forged. Null when it is sound. */
export function whyWeak(key: KeyObject, ...used: readonly Hash[]): string | null {
  const broken = used.find((hash) => hash === 'md5' || hash === 'sha1');
  if (broken !== undefined) return `${broken === 'md5' ? 'MD5' : 'SHA-1'} is too weak to prove anything`;
  const { modulusLength = 2048 } = key.asymmetricKeyDetails ?? {};
  return modulusLength < 2048 ? `an RSA key of ${modulusLength} bits is too weak to prove anything` : null;
}
