import type { Certificate } from './certificate.js';
import { objectIds } from './object-ids.js';

/** What a certificate is wanted for. */
export type Purpose = 'sealing' | 'time-stamping';

/** From the signer up to a trusted authority. */
export type Path = readonly Certificate[];

// Named bits of keyUsage (RFC 5280, 4.2.1.3).
const digitalSignature = 0x80;
const contentCommitment = 0x40;
const certSign = 0x04;

const sealingUsages: readonly string[] = [
  objectIds.documentSigning,
  objectIds.emailProtection,
  objectIds.adobeDocumentSigning,
  objectIds.microsoftDocumentSigning,
  objectIds.anyExtendedKeyUsage,
];

/** Longer than any real chain, and the most signatures that are tried for one. */
const maxChainLength = 6;
const maxTries = 64;

/** Why a certificate may not be used for this at that time (milliseconds since 1970); null when it may. */
export function whyUnfit(certificate: Certificate, purpose: Purpose, at: number): string | null {
  const { keyUsage, extendedKeyUsage, unknownCritical } = certificate;
  if (unknownCritical) return 'it makes a condition that is not known here';
  if (keyUsage !== null && (keyUsage & (digitalSignature | contentCommitment)) === 0) return 'it is not for signing';
  if (purpose === 'time-stamping') {
    // Alone and critical: this key may do nothing else (RFC 3161, 2.3).
    const alone = extendedKeyUsage?.critical === true && extendedKeyUsage.usages.length === 1;
    if (!alone || extendedKeyUsage.usages[0] !== objectIds.timeStamping) return 'it is not for timestamps';
  } else if (extendedKeyUsage !== null && !extendedKeyUsage.usages.some((usage) => sealingUsages.includes(usage))) {
    return 'it is not for documents';
  }
  return whyNotValid(certificate, at);
}

/**
 * The path from a certificate to one of the trusted authorities, over those that came along: every link signed by the
 * next, every one valid at that time and entitled to vouch (RFC 5280, 6.1). Null when there is none. Revocation is not
 * looked at.
 */
export function pathTo(
  trusted: readonly Certificate[],
  others: readonly Certificate[],
  certificate: Certificate,
  at: number,
): Path | null {
  const tries = { left: maxTries };
  // A signer whose own certificate is trusted needs nobody to vouch for it.
  if (trusted.some(({ der }) => der.equals(certificate.der))) return [certificate];
  const climb = (path: Path): Path | null => {
    const top = path.at(-1) ?? certificate;
    const below = path.length - 1;
    const entitled = (issuer: Certificate): boolean =>
      mayVouch(issuer, below) && whyNotValid(issuer, at) === null && isIssuedBy(top, issuer, tries);
    const anchor = trusted.find(entitled);
    if (anchor !== undefined) return [...path, anchor];
    if (path.length >= maxChainLength) return null;
    for (const next of others) {
      if (path.includes(next) || !entitled(next)) continue;
      const found = climb([...path, next]);
      if (found !== null) return found;
    }
    return null;
  };
  return climb([certificate]);
}

/** `below`: how many authorities stand between it and the signer. */
function mayVouch({ authority, pathLength, keyUsage, unknownCritical }: Certificate, below: number): boolean {
  return authority && pathLength >= below && (keyUsage === null || (keyUsage & certSign) !== 0) && !unknownCritical;
}

function isIssuedBy(certificate: Certificate, issuer: Certificate, tries: { left: number }): boolean {
  if (certificate.isWeak || !certificate.issuer.equals(issuer.subject)) return false;
  tries.left -= 1;
  return tries.left >= 0 && certificate.x509.verify(issuer.publicKey);
}

function whyNotValid({ from, until }: Certificate, at: number): string | null {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  if (at < from) return `it is valid from ${day(from)} on`;
  // It holds to the end of the second that it names.
  return at < until + 1000 ? null : `it was valid until ${day(until)}`;
}
