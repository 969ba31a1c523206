import { Malformed } from './malformed.js';

const block = /-----BEGIN CERTIFICATE-----([A-Za-z\d+/=\s]+)-----END CERTIFICATE-----/g;
const maxCertificates = 200;

/** A certificate as text, with a line end at its end. */
export function pemOf(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

/** The certificates (DER) of a file: any number as PEM, or a single one as DER. Throws Malformed when there is none. */
export function certificatesIn(file: Uint8Array): readonly Buffer[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes[0] === 0x30) return [bytes];
  const found = [...bytes.toString('latin1').matchAll(block)].map(([, text = '']) => Buffer.from(text, 'base64'));
  if (found.length === 0 || found.length > maxCertificates) throw new Malformed('no certificate');
  return found;
}
