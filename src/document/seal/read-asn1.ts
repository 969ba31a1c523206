import { type BaseBlock, Constructed, fromBER } from 'asn1js';
import { Malformed, Unsupported } from './malformed.js';

/** Enough for a signature that carries the revocation lists of its authorities, and quick to read. */
const limits = { maxDepth: 60, maxNodes: 400_000, maxContentLength: 16 * 1024 * 1024 };

/** The first ASN.1 value of `bytes` (BER, as older signers write it), and how many bytes it takes. Throws Malformed and Unsupported. */
export function readAsn1(bytes: Uint8Array): { readonly value: BaseBlock; readonly length: number } {
  const { offset, result } = attempt(() => fromBER(new Uint8Array(bytes), limits));
  if (result.error.startsWith('Maximum ASN.1')) throw new Unsupported('it is too large, or nested too deeply');
  if (offset <= 0 || result.error !== '') throw new Malformed(result.error === '' ? 'no ASN.1' : result.error);
  return { value: result, length: offset };
}

/** Runs a constructor of pkijs, which throws errors of several kinds when the bytes are not what it expects. */
export function attempt<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Malformed || error instanceof Unsupported) throw error;
    throw new Malformed(error instanceof Error ? error.message : String(error));
  }
}

/** The values inside a SEQUENCE, a SET or a tagged value. */
export const partsOf = (block: BaseBlock | undefined): readonly BaseBlock[] =>
  block instanceof Constructed ? block.valueBlock.value : [];

/** A value as it was read, header included. */
export const rawOf = (block: BaseBlock): Buffer => Buffer.from(block.valueBeforeDecodeView);

/** `[n]` among the parts of a value. */
export const taggedIn = (parts: readonly BaseBlock[], tagNumber: number): BaseBlock | undefined =>
  parts.find(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === tagNumber);
