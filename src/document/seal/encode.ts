import { BitString, Boolean as Bool, Null, ObjectIdentifier, OctetString, Sequence, Set as SetOf } from 'asn1js';
import type { BaseBlock } from 'asn1js';
import { copyOf } from './der.js';

/** The few ASN.1 values that seals and their certificates are put together from. */

export const sequence = (...parts: readonly BaseBlock[]): Sequence => new Sequence({ value: [...parts] });
export const set = (...parts: readonly BaseBlock[]): SetOf => new SetOf({ value: inDerOrder(parts) });
export const oid = (value: string): ObjectIdentifier => new ObjectIdentifier({ value });
export const octets = (bytes: Uint8Array): OctetString => new OctetString({ valueHex: copyOf(bytes) });
export const bits = (bytes: Uint8Array, unusedBits = 0): BitString =>
  new BitString({ valueHex: copyOf(bytes), unusedBits });
export const yes = (): Bool => new Bool({ value: true });
export const nothing = (): Null => new Null();

export const derOf = (block: BaseBlock): Buffer => Buffer.from(block.toBER());

/** The members of a SET OF stand in the order of their encodings (X.690, 11.6). */
function inDerOrder(parts: readonly BaseBlock[]): BaseBlock[] {
  return parts
    .map((part) => ({ part, der: derOf(part) }))
    .toSorted((one, other) => Buffer.compare(one.der, other.der))
    .map(({ part }) => part);
}
