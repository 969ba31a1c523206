import {
  type BaseBlock,
  BitString,
  Boolean as Bool,
  Constructed,
  fromBER,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as SetOf,
} from 'asn1js';

/** The few ASN.1 values that seals and their certificates are put together from. */

export const sequence = (...parts: readonly BaseBlock[]): Sequence => new Sequence({ value: [...parts] });
export const set = (...parts: readonly BaseBlock[]): SetOf => new SetOf({ value: inDerOrder(parts) });
export const oid = (value: string): ObjectIdentifier => new ObjectIdentifier({ value });
export const octets = (bytes: Uint8Array): OctetString => new OctetString({ valueHex: copyOf(bytes) });
export const bits = (bytes: Uint8Array, unusedBits = 0): BitString =>
  new BitString({ valueHex: copyOf(bytes), unusedBits });
export const yes = (): Bool => new Bool({ value: true });
export const nothing = (): Null => new Null();

export const number = (value: number): Integer => new Integer({ value });
export const numberOf = (bytes: Uint8Array): Integer => new Integer({ valueHex: copyOf(bytes) });
/** `[n]`, around one value or in place of the tag of a SET. */
export const numberedAs = (tagNumber: number, ...parts: readonly BaseBlock[]): Constructed =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber }, value: [...parts] });

/** A value that is there in DER already, such as a certificate. */
export function embedded(der: Uint8Array): BaseBlock {
  const { offset, result } = fromBER(copyOf(der));
  if (offset !== der.length) throw new TypeError('not one DER value');
  return result;
}

/** Bytes of their own, as the encoder wants them. */
export const copyOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

export const derOf = (block: BaseBlock): Buffer => Buffer.from(block.toBER());

/** The members of a SET OF stand in the order of their encodings (X.690, 11.6). */
function inDerOrder(parts: readonly BaseBlock[]): BaseBlock[] {
  return parts
    .map((part) => ({ part, der: derOf(part) }))
    .toSorted((one, other) => Buffer.compare(one.der, other.der))
    .map(({ part }) => part);
}
