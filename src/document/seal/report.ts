import type { Certificate } from './certificate.js';
import { fingerprintOf } from './certificate-authority.js';
import { type Check, type CheckName, verdictOf, type SealParty, type SealProblem } from './verdict.js';
import type { SealVerdict, SignatureFacts } from './verdict.js';

/** Collects the answers; the first problem is the one that is reported, and what was not asked after it stays unknown. */
export class Report {
  signer: SealParty | null = null;
  stamp: SealVerdict['time_stamp'] = null;
  claimedAt: string | null = null;
  trusted: SealVerdict['trusted'] = null;
  signatures: readonly SignatureFacts[] = [];
  added: SealVerdict['added'] = null;
  private readonly file: Buffer;
  private readonly checks: Check[] = [];
  private problem: SealVerdict['problem'] = null;

  constructor(file: Buffer) {
    this.file = file;
  }

  pass(check: CheckName, text: string): void {
    this.checks.push({ check, outcome: 'pass', text });
  }

  unasked(check: CheckName, text: string): void {
    this.checks.push({ check, outcome: 'unknown', text });
  }

  fail(check: CheckName, code: SealProblem, message: string): void {
    this.checks.push({ check, outcome: 'fail', text: message });
    this.problem ??= { code, message };
  }

  /** A problem with the signatures themselves, after which nothing else is asked. */
  stop(code: SealProblem, message: string): SealVerdict {
    this.checks.push({ check: 'integrity', outcome: code === 'altered' ? 'fail' : 'unknown', text: message });
    this.problem ??= { code, message };
    return this.verdict();
  }

  verdict(): SealVerdict {
    return {
      verdict: verdictOf(this.problem?.code),
      problem: this.problem,
      checks: checkNames.map(
        (name) =>
          this.checks.find(({ check }) => check === name) ?? { check: name, outcome: 'unknown', text: 'Not checked.' },
      ),
      bytes: this.file.length,
      sha256: fingerprintOf(this.file),
      signatures: this.signatures,
      signer: this.signer,
      time_stamp: this.stamp,
      claimed_at: this.claimedAt,
      trusted: this.trusted,
      added: this.added,
    };
  }
}

const checkNames: readonly CheckName[] = ['integrity', 'coverage', 'certificate', 'time', 'trust'];

/** A certificate as a verdict tells it. */
export function partyOf(certificate: Certificate): SealParty {
  return {
    name: certificate.subjectName,
    issuer: certificate.issuerName,
    serial: certificate.serialHex,
    sha256: fingerprintOf(certificate.der),
    valid_from: new Date(certificate.from).toISOString(),
    valid_until: new Date(certificate.until).toISOString(),
  };
}
