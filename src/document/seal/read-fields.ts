import { type Der, NotDer, readDer, tags } from './der.js';

/** Reading single values: each answers what a value says, or throws NotDer when it is another kind of value. */

/** Bytes; reading an identifier takes longer than in proportion to its length. */
const longestId = 64;

/** The dotted form of an object identifier. */
export function objectIdOf(value: Der | undefined): string {
  const { content } = expectTag(value, tags.objectId);
  if (content.length > longestId) throw new NotDer('an identifier that is too long');
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const byte of content) {
    arc = (arc << 7n) | BigInt(byte & 0x7f);
    if (byte >= 0x80) continue;
    arcs.push(arc);
    arc = 0n;
  }
  const [joint = 0n, ...rest] = arcs;
  const first = joint < 40n ? 0n : joint < 80n ? 1n : 2n;
  return [first, joint - first * 40n, ...rest].join('.');
}

/** A small number that is not negative. */
export function numberOf(value: Der | undefined): number {
  const { content } = expectTag(value, tags.integer);
  if (content.length > 4 || (content[0] ?? 0) >= 0x80) throw new NotDer('a number out of range');
  return content.readUIntBE(0, content.length);
}

export const octetsOf = (value: Der | undefined): Buffer => expectTag(value, tags.octetString).content;

/** The parts of a SEQUENCE. */
export const sequenceOf = (value: Der | undefined): readonly Der[] => expectTag(value, tags.sequence).parts;

export const setOf = (value: Der | undefined): readonly Der[] => expectTag(value, tags.set).parts;

/** The one member of a SET OF. */
export function onlyOf(value: Der | undefined): Der {
  const [member, ...more] = setOf(value);
  if (member === undefined || more.length > 0) throw new NotDer('a set that has not just one member');
  return member;
}

/** Milliseconds since 1970, of UTCTime or GeneralizedTime in the form that DER has (X.690, 11.7 and 11.8). */
export function timeOf(value: Der | undefined): number {
  const text = value?.content.toString('latin1') ?? '';
  const [, short, date = '', fraction = ''] =
    (value?.tag === tags.utcTime ? /^(\d\d)(\d{10})Z$/ : /^(\d{4})(\d{10})(\.\d{0,8}[1-9])?Z$/).exec(text) ?? [];
  if (short === undefined || (value?.tag !== tags.utcTime && value?.tag !== tags.generalizedTime)) {
    throw new NotDer('a time of unknown form');
  }
  const year = short.length === 4 ? short : `${Number(short) < 50 ? '20' : '19'}${short}`;
  const [month, day, hour, minute, second] = date.match(/\d\d/g) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`);
  if (Number.isNaN(at)) throw new NotDer('a time that is none');
  return at;
}

/** What stands inside an OCTET STRING. */
export const enclosedIn = (value: Der | undefined): Der => readDer(octetsOf(value));

/** The value itself, when it is there and of that tag. Throws NotDer. */
export function expectTag(value: Der | undefined, tag: number): Der {
  if (value?.tag !== tag) throw new NotDer('another kind of value than expected');
  return value;
}
