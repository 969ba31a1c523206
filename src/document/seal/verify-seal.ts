import { type ByteRange, findSignatures, type FoundSignature, latestDateIn, type NoSignature } from './byte-range.js';
import { readCertificate } from './certificate.js';
import { authorityOf, checkSigner, type CheckSignerOptions, isTrustedStamp, type SignerFacts } from './check-signer.js';
import type { TimeStamp } from './check-time-stamp.js';
import type { FormSignatures } from './form-signatures.js';
import { isDocumentTimeStamp, type Reading, readSignature } from './read-signature.js';
import { partyOf, Report } from './report.js';
import { otherContent } from './signed-data.js';
import { isValidationUpdate } from './validation-update.js';
import type { SealProblem, SealVerdict, SignatureFacts } from './verdict.js';

export interface VerifyOptions extends Omit<CheckSignerOptions, 'anchors'> {
  /** Certificates (DER) of the authorities that are believed. None: nobody is trusted. */
  readonly trusted: readonly Uint8Array[];
  /** Reads which signatures the form names; by default in a worker, with limits of time and memory. */
  readonly readForm?: (pdf: Uint8Array) => Promise<FormSignatures>;
}

/** A signature that was found, and what it says about its bytes. */
interface Checked {
  readonly found: FoundSignature;
  readonly reading: Reading;
}

/** A sound signature, and who made it. */
interface Judged {
  readonly found: FoundSignature;
  readonly facts: SignerFacts;
  /** Whether somebody trusted made it with a certificate that was good for it. */
  readonly isTrusted: boolean;
}

/**
 * Judges the signatures of a PDF. Each is checked over exactly the bytes that it names. The file is genuine when a
 * trusted signature covers it to its last byte and every other one is sound for its own revision; what no trusted
 * signature covers is not judged but named, long-term validation excepted. Only a signature that does not fit its bytes
 * proves that something was altered. Needs no network; revocation is not checked.
 */
export async function verifySeal(pdf: Uint8Array, options: VerifyOptions): Promise<SealVerdict> {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const report = new Report(file);
  const { signatures, others, isTooMany } = findSignatures(file);
  const checked = signatures.map((found) => ({ found, reading: readSignature(found) }));
  const trust = { ...options, anchors: options.trusted.map((der) => readCertificate(der)) };
  const judged = judgeSigners(checked, trust);
  report.signatures = factsOf(checked, judged, trust);
  const isCut = others.some(({ kind }) => kind === 'cut');
  const isPart = checked.length === 0 ? isCut || (others.length > 0 && isCutOff(file)) : isCut && isCutOff(file);
  if (isPart) return cutOff(report);
  if (isTooMany) return report.stop('unsupported_profile', 'The file has too many signatures to be verified.');
  if (checked.length + others.length === 0) return unsigned(report, file);
  const form = await formOf(file, checked, others, options);
  const problem = whyNotSound(checked, others, form);
  if (problem !== null) return report.stop(problem.code, problem.message);
  const signers = judged.filter(({ found }) => !isUsageRights(found, form));
  const main = signers.find(({ isTrusted }) => isTrusted) ?? signers[0];
  if (main === undefined) {
    return report.stop('not_signed', 'The file has document timestamps, but no signature that says who signed it.');
  }
  const count = checked.length === 1 ? '' : ` ${checked.length} signatures and timestamps were checked.`;
  report.pass('integrity', `No signed byte has changed.${count}`);
  tellSigner(report, main);
  tellCoverage(report, file, main, checked, trust);
  return report.verdict();
}

/** A form that nobody asked about: it names what was found. */
const asFound: FormSignatures = { kind: 'unreadable', why: 'it was not read' };

/** Reads the form where that could change the answer: there may be a signature besides those that were found. */
async function formOf(
  file: Buffer,
  checked: readonly Checked[],
  others: readonly NoSignature[],
  options: VerifyOptions,
): Promise<FormSignatures> {
  const isPlain = others.length === 0 && !['/ObjStm', '/UR'].some((name) => file.includes(name));
  if (isPlain || checked.some(({ reading }) => reading.kind !== 'intact')) return asFound;
  const read = options.readForm ?? (await import('./form-signatures-in-worker.js')).formSignaturesInWorker;
  return await read(file);
}

const cutOff = (report: Report): SealVerdict => report.stop('cut_off', 'The file is truncated.');

function unsigned(report: Report, file: Buffer): SealVerdict {
  if (!file.subarray(0, 1024).includes('%PDF-')) return report.stop('no_pdf', 'The file is not a PDF.');
  if (isCutOff(file)) return cutOff(report);
  return report.stop('not_signed', 'The file is not signed.');
}

interface Problem {
  readonly code: SealProblem;
  readonly message: string;
}

/** What is wrong with a signature that counts; null when all are sound. */
function whyNotSound(
  checked: readonly Checked[],
  others: readonly NoSignature[],
  form: FormSignatures,
): Problem | null {
  const signatures = checked.filter(({ found }) => !isUsageRights(found, form));
  for (const { reading } of signatures) {
    if (reading.kind === 'broken') return { code: 'altered', message: brokenWords(reading.why) };
  }
  for (const { reading } of signatures) {
    if (reading.kind !== 'unknown') continue;
    const isSound = reading.data !== null ? ' The bytes that it covers match it.' : '';
    return { code: reading.code, message: `A signature cannot be verified: ${reading.why}.${isSound}` };
  }
  const lost = form.kind === 'read' && form.ranges.some((range) => !checked.some(({ found }) => isRange(found)(range)));
  if (checked.length === 0 && form.kind === 'read' && form.ranges.length === 0) {
    return { code: 'not_signed', message: 'The file is not signed: its form names no signature.' };
  }
  const [other] = others.toSorted((one, two) => rank(one) - rank(two));
  if (other !== undefined && (lost || signatures.length === 0)) {
    return other.kind === 'placeholder'
      ? { code: 'placeholder', message: 'The file has a space for a signature that was never filled.' }
      : { code: 'damaged_signature', message: `A signature in the file cannot be read: ${other.why}.` };
  }
  if (lost) return { code: 'damaged_signature', message: 'The form names a signature that the file does not hold.' };
  if (signatures.length === 0) {
    return { code: 'usage_rights', message: 'The only signature grants usage rights; it does not sign the document.' };
  }
  return null;
}

/** It grants a reader rights, and signs nothing for anybody (ISO 32000-1, 12.8.2.3). */
const isUsageRights = (found: FoundSignature, form: FormSignatures): boolean =>
  found.isUsageRights || (form.kind === 'read' && form.usageRights.some(isRange(found)));

const rank = ({ kind }: NoSignature): number => (kind === 'placeholder' ? 1 : 0);

const isRange =
  ({ range }: FoundSignature) =>
  (other: ByteRange | null): boolean =>
    other !== null && range.every((each, index) => each === other[index]);

const brokenWords = (why: string): string =>
  why === otherContent
    ? 'The file is not as it was signed: some of its bytes were changed.'
    : `A signature in the file was changed, or does not belong to it: ${why}.`;

/** Document timestamps prove a time, and nobody agrees to anything with them. */
function judgeSigners(checked: readonly Checked[], options: CheckSignerOptions): readonly Judged[] {
  return checked.flatMap(({ found, reading }) => {
    if (reading.kind !== 'intact' || isDocumentTimeStamp(found)) return [];
    const facts = checkSigner(found, reading.data, stampsBehind(checked, found), options);
    return [{ found, facts, isTrusted: facts.path !== null && facts.unfit === null && !facts.isLater }];
  });
}

const stampsBehind = (checked: readonly Checked[], { until }: FoundSignature): readonly TimeStamp[] =>
  checked.flatMap(({ found, reading }) => {
    const stamp = reading.kind === 'intact' && found.until > until ? reading.stamp : null;
    return stamp === null ? [] : [stamp];
  });

function tellSigner(report: Report, { facts }: Judged): void {
  const { signer, claimedAt, stamp, doubtful, unfit, isLater, path } = facts;
  report.signer = partyOf(signer);
  report.claimedAt = claimedAt;
  if (path === null) {
    const text = `“${signer.issuerName}”, the issuer of “${signer.subjectName}”, is not trusted.`;
    report.fail('trust', 'no_trusted_path', text);
  } else {
    report.trusted = authorityOf(path);
    report.pass('trust', `The authority “${report.trusted.name}” is trusted.`);
  }
  const name = `The certificate of “${signer.subjectName}”`;
  if (unfit === null) report.pass('certificate', `${name} may seal, and ${stamp === null ? 'is' : 'was'} valid.`);
  else {
    const more = stamp === null ? ', and no trusted timestamp proves that it was used before' : '';
    report.fail('certificate', 'certificate_unfit', `${name} cannot be used to seal: ${unfit}${more}.`);
  }
  const when = stamp === null ? claimedAt : new Date(stamp.at).toISOString();
  if (isLater) report.fail('time', 'sealed_later', `It was sealed later than that, at ${String(when)}.`);
  else if (stamp !== null) report.pass('time', `Sealed at ${String(when)}, says “${stamp.signer.subjectName}”.`);
  else report.unasked('time', `No trusted timestamp proves when it was sealed.${whoSays(doubtful, claimedAt)}`);
  if (stamp !== null) report.stamp = { ...partyOf(stamp.signer), at: new Date(stamp.at).toISOString() };
}

function whoSays(doubtful: TimeStamp | null, claimedAt: string | null): string {
  if (doubtful !== null) {
    return ` “${doubtful.signer.subjectName}”, which is not trusted, says ${new Date(doubtful.at).toISOString()}.`;
  }
  return claimedAt === null ? '' : ` Its signer says ${claimedAt}.`;
}

/** Names what follows the signature that the verdict rests on. */
function tellCoverage(
  report: Report,
  file: Buffer,
  { found }: Judged,
  checked: readonly Checked[],
  { anchors, now }: CheckSignerOptions,
): void {
  const rest = file.subarray(found.until);
  if (/^(?:\r\n|\r|\n)?$/.test(rest.toString('latin1', 0, 3))) {
    report.pass('coverage', 'The signature covers the whole file.');
    return;
  }
  const stamps = checked.flatMap(({ found: { range, until }, reading }) => {
    const stamp = reading.kind === 'intact' && until > found.until ? reading.stamp : null;
    return stamp !== null && isTrustedStamp(stamp, anchors, Math.max(stamp.at, now)) ? [range] : [];
  });
  if (isValidationUpdate(file, found.until, stamps)) {
    report.pass('coverage', 'The signature covers the whole file, but for long-term validation added later.');
    return;
  }
  const claimed = latestDateIn(rest);
  report.added = { bytes: rest.length, claimed_at: claimed };
  const when = claimed === null ? '' : ` (it says, at ${claimed})`;
  const added = rest.length === 1 ? '1 byte was' : `${rest.length} bytes were`;
  const text = `${added} added after the signature${when}, and no trusted signature covers them.`;
  report.fail('coverage', 'added_after_signing', text);
}

/** In the order in which they were made; each with the revision of the file that it covers. */
function factsOf(
  checked: readonly Checked[],
  judged: readonly Judged[],
  { anchors, now }: CheckSignerOptions,
): readonly SignatureFacts[] {
  const ends = [...new Set(checked.map(({ found }) => found.until))].toSorted((one, other) => one - other);
  return checked.toReversed().map(({ found, reading }) => {
    const isStamp = isDocumentTimeStamp(found);
    const stamp = reading.kind === 'intact' ? reading.stamp : null;
    return {
      kind: isStamp ? 'document_timestamp' : 'signature',
      revision: ends.indexOf(found.until) + 1,
      sub_filter: found.subFilter,
      name: (reading.kind === 'broken' ? null : reading.data)?.signer.subjectName ?? null,
      integrity: reading.kind,
      trusted: isStamp
        ? stamp !== null && isTrustedStamp(stamp, anchors, Math.max(stamp.at, now))
        : judged.some((each) => each.found === found && each.isTrusted),
      covers: found.until,
      reason: reading.kind === 'intact' ? null : reading.why,
    };
  });
}

/** Readers look for the end of a PDF within its last kilobyte (ISO 32000-1, annex H); some tools add to it. */
const endWithin = 1024;
const endMark = '%%EOF';

/**
 * Whether the end of a PDF is missing, as after a download that broke off: no end mark where one has to be, an object
 * begun behind the last one, or fewer bytes than a file for the web says that it has. A file cut off at the very end
 * of an earlier revision cannot be told from that revision.
 */
export function isCutOff(given: Buffer): boolean {
  const pdf = withoutTrailingSpace(given);
  const tail = pdf.toString('latin1', Math.max(0, pdf.length - endWithin));
  const mark = tail.lastIndexOf(endMark);
  if (mark < 0) return true;
  if (/^\s{0,99}\d{1,10}\s{1,9}\d{1,10}\s{1,9}obj\b/.test(tail.slice(mark + endMark.length))) return true;
  return given.length < statedLength(pdf);
}

/** The length that a linearised file states at its beginning, in bytes; 0 where none is stated. */
function statedLength(pdf: Buffer): number {
  const head = pdf.toString('latin1', 0, endWithin);
  const dictionary = /\/Linearized\b[^>]{0,200}/.exec(head)?.[0] ?? '';
  return Number(/\/L\s+(\d{1,12})\b/.exec(dictionary)?.[1] ?? 0);
}

/** White space of a PDF (ISO 32000-1, table 1): NUL, tab, line feed, form feed, carriage return and space. */
const whiteSpace: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);

function withoutTrailingSpace(file: Buffer): Buffer {
  let end = file.length;
  while (end > 0 && whiteSpace.has(file[end - 1] ?? -1)) end -= 1;
  return file.subarray(0, end);
}
