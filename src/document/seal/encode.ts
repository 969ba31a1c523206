import {
  type BaseBlock,
  BitString,
  Boolean as Bool,
  Constructed,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Primitive,
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

/** A value that is there in DER already, such as a certificate: its content is taken over as it is. */
export function embedded(der: Uint8Array): BaseBlock {
  const [tag = 0, short = 0] = der;
  const long = short < 0x80 ? 0 : short & 0x7f;
  const start = 2 + long;
  const length = long === 0 ? short : Number.parseInt(Buffer.from(der.subarray(2, start)).toString('hex'), 16);
  // Tags of one byte and lengths of up to four are all there is here.
  if ((tag & 0x1f) === 0x1f || short === 0x80 || long > 4 || start + length !== der.length) {
    throw new TypeError('not one DER value');
  }
  const value = new Primitive({
    idBlock: { tagClass: (tag >> 6) + 1, tagNumber: tag & 0x1f },
    valueHex: copyOf(der.subarray(start)),
  });
  value.idBlock.isConstructed = (tag & 0x20) !== 0;
  return value;
}

/** Bytes of their own, as the encoder wants them. */
export const copyOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

export const derOf = (block: BaseBlock): Buffer => Buffer.from(block.toBER());

/** The members of a SET OF stand in the order of their encodings (X.690, 11.6). */
function inDerOrder(parts: readonly BaseBlock[]): BaseBlock[] {
  if (parts.length < 2) return [...parts];
  return parts
    .map((part) => ({ part, der: derOf(part) }))
    .toSorted((one, other) => Buffer.compare(one.der, other.der))
    .map(({ part }) => part);
}
