import { createHash, createHmac } from 'node:crypto';
import { type BaseBlock, GeneralizedTime, Primitive, Utf8String, UTCTime } from 'asn1js';
import {
  bits,
  copyOf,
  derOf,
  embedded,
  number,
  numberedAs,
  numberOf,
  octets,
  oid,
  sequence,
  set,
  yes,
} from './encode.js';
import { objectIds } from './object-ids.js';
import { derivePrivateNumber, type SigningKey, signingKey } from './signing-key.js';

/** The signer: a certificate (DER) and its key. */
export interface Signatory {
  readonly certificate: Buffer;
  readonly key: SigningKey;
}

/** The test authority of one emulator, with the two that it vouches for. */
export interface CertificateAuthority {
  /** Self-signed, DER: what a verifier has to trust. The same in every year. */
  readonly certificate: Buffer;
  readonly seal: Signatory;
  readonly timeStamp: Signatory;
}

/** Bytes of the secret that an authority is made of. */
const authoritySecretLength = 32;

interface Name {
  readonly commonName: string;
}

interface Extension {
  readonly id: string;
  readonly critical: boolean;
  readonly value: BaseBlock;
}

interface Subject {
  readonly name: Name;
  readonly validity: Validity;
  readonly publicKey: Buffer;
  readonly serial: Buffer;
  readonly extensions: readonly Extension[];
}

interface Validity {
  readonly from: Date;
  /** Inclusive. */
  readonly until: Date;
}

/** Wide enough for any clock that somebody gives an emulator: what it seals has to be within the authority's time. */
const firstYear = 2000;
const rootValidity: Validity = yearsFrom(firstYear, 100);
/**
 * Years for which a signatory's certificate is valid, from the beginning of the one in which it acts. A seal is judged
 * by the time of its time-stamp; that one is to be judged long afterwards, by a clock that was moved too.
 */
const validYears = { seal: 3, 'time-stamp': 30 } as const;

/**
 * The authority that belongs to a secret of 32 bytes, with the signatories of a year (of the Gregorian calendar, UTC):
 * keys (EC P-256), serial numbers and certificates all follow from these, so the same secret and year give the same
 * bytes in every process. Its names say that it is for tests.
 */
export function certificateAuthority(secret: Uint8Array, year: number): CertificateAuthority {
  if (secret.length !== authoritySecretLength) throw new RangeError('the secret of an authority has 32 bytes');
  const keyOf = (name: string): SigningKey => signingKey(derivePrivateNumber(secret, `key of the ${name}`));
  const rootKey = keyOf('authority');
  // Authorities of several emulators can stand side by side in one list of trusted ones.
  const mark = keyId(rootKey.publicKey).toString('hex').slice(0, 8);
  const root: Name = { commonName: `esign emulator TEST CA ${mark}` };
  const issue = (
    name: Name,
    validity: Validity,
    role: string,
    key: SigningKey,
    extensions: readonly Extension[],
  ): Buffer =>
    certificate(
      {
        name,
        validity,
        publicKey: key.publicKey,
        serial: serialOf(secret, role),
        extensions: [...extensions, ...keyIds(key, rootKey)],
      },
      root,
      rootKey,
    );
  const signatory = (
    role: keyof typeof validYears,
    commonName: string,
    extensions: readonly Extension[],
  ): Signatory => {
    const key = keyOf(role);
    const validity = yearsFrom(year, validYears[role]);
    return { key, certificate: issue({ commonName }, validity, `${role} of ${year}`, key, extensions) };
  };
  return {
    certificate: issue(root, rootValidity, 'authority', rootKey, [
      basicConstraints(true),
      keyUsage(certSign | crlSign),
    ]),
    seal: signatory('seal', 'esign emulator TEST seal', [
      basicConstraints(false),
      keyUsage(digitalSignature | contentCommitment),
      // Readers of PDF that judge by the rules of mail accept a seal only with the second one.
      extendedKeyUsage(false, objectIds.documentSigning, objectIds.emailProtection),
    ]),
    timeStamp: signatory('time-stamp', 'esign emulator TEST time-stamping authority', [
      basicConstraints(false),
      keyUsage(digitalSignature),
      extendedKeyUsage(true, objectIds.timeStamping),
    ]),
  };
}

/** The certificate (DER) of the authority that belongs to a secret: the same in every year. */
export const rootCertificate = (secret: Uint8Array): Buffer => certificateAuthority(secret, firstYear).certificate;

/** Hex SHA-256 of a certificate (DER), as its reader can compare it. */
export const fingerprintOf = (der: Uint8Array): string => createHash('sha256').update(der).digest('hex');

function certificate(subject: Subject, issuer: Name, issuerKey: SigningKey): Buffer {
  const algorithm = (): BaseBlock => sequence(oid(objectIds.ecdsaWithSha256));
  const tbs = sequence(
    numberedAs(0, number(2)),
    numberOf(subject.serial),
    algorithm(),
    distinguishedName(issuer),
    sequence(timeOf(subject.validity.from), timeOf(subject.validity.until)),
    distinguishedName(subject.name),
    embedded(subject.publicKey),
    numberedAs(3, sequence(...subject.extensions.map(extension))),
  );
  return derOf(sequence(tbs, algorithm(), bits(issuerKey.sign(derOf(tbs)))));
}

/** From the beginning of a year to the last second of the last one. */
function yearsFrom(year: number, years: number): Validity {
  return { from: new Date(Date.UTC(year, 0, 1)), until: new Date(Date.UTC(year + years, 0, 1) - 1000) };
}

/** The form that RFC 5280 asks for (4.1.2.5): two digits of the year until 2049. */
function timeOf(date: Date): BaseBlock {
  const year = date.getUTCFullYear();
  return year >= 1950 && year < 2050 ? new UTCTime({ valueDate: date }) : new GeneralizedTime({ valueDate: date });
}

function distinguishedName({ commonName }: Name): BaseBlock {
  const part = (id: string, value: string): BaseBlock => set(sequence(oid(id), new Utf8String({ value })));
  return sequence(
    part(objectIds.organizationName, 'esign emulator: for tests, without legal force'),
    part(objectIds.commonName, commonName),
  );
}

/** Positive, never zero, and always 16 bytes long. */
function serialOf(secret: Uint8Array, role: string): Buffer {
  const serial = createHmac('sha256', secret).update(`serial number of the ${role}`).digest().subarray(0, 16);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  return serial;
}

const extension = ({ id, critical, value }: Extension): BaseBlock =>
  sequence(oid(id), ...(critical ? [yes()] : []), octets(derOf(value)));

// Named bits of keyUsage (RFC 5280, 4.2.1.3), the first one being the highest of its byte.
const digitalSignature = 0x80;
const contentCommitment = 0x40;
const certSign = 0x04;
const crlSign = 0x02;

function keyUsage(usage: number): Extension {
  const unused = Math.log2(usage & -usage);
  return { id: objectIds.keyUsage, critical: true, value: bits(Uint8Array.of(usage), unused) };
}

/** An authority may vouch for signatories, and for no further authority. */
const basicConstraints = (authority: boolean): Extension => ({
  id: objectIds.basicConstraints,
  critical: true,
  value: authority ? sequence(yes(), number(0)) : sequence(),
});

const extendedKeyUsage = (critical: boolean, ...usages: readonly string[]): Extension => ({
  id: objectIds.extendedKeyUsage,
  critical,
  value: sequence(...usages.map(oid)),
});

function keyIds(own: SigningKey, issuer: SigningKey): readonly Extension[] {
  const issuerId = new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 }, valueHex: copyOf(keyId(issuer.publicKey)) });
  return [
    { id: objectIds.subjectKeyIdentifier, critical: false, value: octets(keyId(own.publicKey)) },
    { id: objectIds.authorityKeyIdentifier, critical: false, value: sequence(issuerId) },
  ];
}

/** RFC 7093, method 1. */
const keyId = (publicKey: Uint8Array): Buffer =>
  createHash('sha256').update(publicKey.subarray(-65)).digest().subarray(0, 20);
