import { beyondEnd, type FoundSignature, findSignatures, type Search, tooMany } from './byte-range.js';
import { isCutOff } from './cut-off.js';
import { checkChanges } from './check-changes.js';
import { checkSigner, type CheckSignerOptions } from './check-signer.js';
import { isDocumentTimeStamp, type Reading, readSignature } from './read-signature.js';
import { partyOf, Report } from './report.js';
import type { Revision, Revisions, RevisionsJob } from './revisions-job.js';
import { otherContent } from './signed-data.js';
import { isOnlySpace, whyNotUpdate, withoutTrailingSpace } from './updates.js';
import type { SealVerdict, SignatureFacts } from './verdict.js';

export interface VerifyOptions extends Omit<CheckSignerOptions, 'trusted'> {
  /** Certificates (DER) of the authorities that are believed. None: who vouches is then not known. */
  readonly trusted: readonly Uint8Array[];
  /** Reads the structure of a file; by default in a worker, with limits of time and memory. */
  readonly readRevisions?: (job: RevisionsJob) => Promise<Revisions>;
}

/** A signature, and what it says about its bytes. */
interface CheckedSignature {
  readonly found: FoundSignature;
  readonly reading: Reading;
}

/**
 * Judges the signatures of a PDF: that each stands for every byte it covers but its own, what was added since and
 * whether that is allowed, who made the last one, when, and whether a trusted authority vouches for it (after ETSI EN
 * 319 102-1). Only what is proven is called altered; what this program does not know is said to be unknown. Needs no
 * network; revocation is not checked.
 */
export async function verifySeal(pdf: Uint8Array, options: VerifyOptions): Promise<SealVerdict> {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const report = new Report(file);
  const search = findSignatures(file);
  const missing = whyNothingFound(report, file, search);
  if (missing !== null) return missing;
  if (search.malformed.includes(tooMany)) {
    return report.cannotJudge('integrity', 'unsupported_profile', 'The file has too many signatures to be verified.');
  }
  const all = search.signatures.map((found) => ({ found, reading: readSignature(found) }));
  const [furthest] = all;
  if (furthest === undefined) return report.fail('integrity', 'altered', 'The signature in the file is damaged.');
  const tail = file.subarray(furthest.found.until);
  const isWhole = isOnlySpace(tail);
  if (all.length === 1 && (isWhole || furthest.reading.kind === 'broken')) return conclude(report, all, [], options);
  if (!isWhole && furthest.reading.kind === 'intact') {
    const why = whyNotUpdate(file, furthest.found.until);
    if (why !== null) return appended(report, furthest, tail.length);
  }
  const revisions = await structureOf(file, all, options);
  if (revisions.kind === 'unreadable') return withoutStructure(report, all, isWhole, revisions.why, options);
  const relevant = all.filter(({ found }) => isPartOf(found, revisions));
  const [last] = relevant;
  if (last === undefined || revisions.signatures.some((range) => !all.some(({ found }) => isRange(found, range)))) {
    return report.fail('integrity', 'altered', 'The signature that the form of the file names is damaged.');
  }
  return conclude(report, relevant, revisions.revisions, options);
}

/** The verdict on a file that is cut off, or in which no signature can be read; null when there is one. */
function whyNothingFound(report: Report, file: Buffer, { signatures, malformed, remains }: Search): SealVerdict | null {
  const isCut = malformed.includes(beyondEnd) && (signatures.length === 0 || isCutOff(file));
  if (signatures.length > 0 && !isCut) return null;
  const [why] = malformed;
  const isPdf = file.subarray(0, 1024).includes('%PDF-');
  if (why === undefined && !remains && !isPdf) return report.fail('integrity', 'no_pdf', 'The file is not a PDF.');
  if (isCut || isCutOff(file)) {
    return report.fail('integrity', 'cut_off', 'The file is truncated.');
  }
  if (why !== undefined) return report.fail('integrity', 'altered', `The signature in the file is damaged: ${why}.`);
  if (remains) return report.fail('integrity', 'altered', 'The signature in the file is damaged.');
  return report.cannotJudge('integrity', 'not_signed', 'The file is not signed.');
}

async function structureOf(file: Buffer, all: readonly CheckedSignature[], options: VerifyOptions): Promise<Revisions> {
  const ends = [...new Set(all.map(({ found }) => found.until))];
  const read = options.readRevisions ?? (await import('./revisions-in-worker.js')).readRevisionsInWorker;
  const content = Math.max(withoutTrailingSpace(file).length, ...ends);
  return await read({ pdf: file.subarray(0, content), ends });
}

const isRange = ({ range }: FoundSignature, other: readonly number[]): boolean =>
  range.every((each, index) => each === other[index]);

/** Whether the form names it, now or in the version that it ends. Anything else only looks like a signature. */
const isPartOf = (found: FoundSignature, revisions: Extract<Revisions, { readonly kind: 'read' }>): boolean =>
  [revisions.signatures, ...revisions.revisions.filter(({ end }) => end === found.until).map((each) => each.signatures)]
    .flat()
    .some((range) => isRange(found, range));

/** `signatures`: the one that reaches furthest first. */
function conclude(
  report: Report,
  signatures: readonly CheckedSignature[],
  revisions: readonly Revision[],
  options: VerifyOptions,
): SealVerdict {
  report.signatures = signatures.map(factsOf).toReversed();
  report.inside = signatures.length - 1;
  const broken = signatures.find(({ reading }) => reading.kind === 'broken');
  const main = signatures.find(({ found }) => !isDocumentTimeStamp(found));
  if (main?.reading.kind === 'intact') report.signer = partyOf(main.reading.data.signer);
  if (broken?.reading.kind === 'broken') return report.fail('integrity', 'altered', brokenWords(broken.reading.why));
  if (main === undefined) {
    const text = 'The file has only document timestamps, and no signature that says who signed it.';
    return report.cannotJudge('integrity', 'unsupported_profile', text);
  }
  const { reading, found } = main;
  if (reading.kind === 'unknown') {
    const isSound = reading.data !== null ? ' The bytes that it covers match it.' : '';
    const code = reading.isWeak ? 'unfit_algorithm' : 'unsupported_profile';
    return report.cannotJudge('integrity', code, `The signature cannot be verified: ${reading.why}.${isSound}`);
  }
  if (reading.kind !== 'intact') return report.fail('integrity', 'altered', brokenWords(reading.why));
  report.pass(
    'integrity',
    signatures.length === 1 ? 'No signed byte has changed.' : `No signed byte has changed; ${countWords(signatures)}.`,
  );
  const stopped = checkCoverage(report, signatures, revisions);
  if (stopped !== null) return stopped;
  checkSigner(report, { found, data: reading.data }, timeStampsBehind(signatures, found), {
    ...options,
    trusted: options.trusted,
  });
  return report.verdict();
}

/** Whether there is something beside it in its space that no sound signature covers. */
const hasUncoveredBytes = ({ found, reading }: CheckedSignature, all: readonly CheckedSignature[]): boolean =>
  reading.kind === 'unknown' &&
  reading.hasStrayBytes &&
  !all.some((other) => other.reading.kind === 'intact' && other.found.until > found.until);

function countWords(signatures: readonly CheckedSignature[]): string {
  const unknown = signatures.filter(({ reading }) => reading.kind === 'unknown').length;
  const all = `${signatures.length} signatures and timestamps were checked`;
  return unknown === 0 ? all : `${all}, and ${unknown} of them cannot be verified`;
}

/** The document timestamps that cover a signature, the earliest first. */
const timeStampsBehind = (signatures: readonly CheckedSignature[], { until }: FoundSignature) =>
  signatures
    .filter(({ found }) => found.until > until)
    .flatMap(({ reading }) => (reading.kind === 'intact' && reading.stamp !== null ? [reading.stamp] : []))
    .toReversed();

/** Says what was added since the signatures; answers with a verdict when that settles it. */
function checkCoverage(
  report: Report,
  signatures: readonly CheckedSignature[],
  revisions: readonly Revision[],
): SealVerdict | null {
  // A document timestamp proves a time; nobody agrees to anything with it.
  const last = signatures.find(({ found }) => !isDocumentTimeStamp(found))?.found.until ?? 0;
  const verdicts = revisions
    .filter(({ end }) => signatures.some(({ found }) => found.until === end))
    .map((revision) => checkChanges(revision, revision.end < last));
  const forbidden = verdicts.find(({ kind }) => kind === 'forbidden');
  if (forbidden !== undefined) {
    const text = `The file was changed after it was signed, in a way that its signatures do not allow: ${list(forbidden.what)}.`;
    return report.fail('coverage', 'changed_after_sealing', text);
  }
  const unsure = verdicts.find(({ kind }) => kind === 'unsure');
  if (unsure !== undefined) {
    const text = `The file was changed after it was signed, and its signatures do not say whether that is allowed: ${list(unsure.what)}. What was signed is unchanged.`;
    return report.cannotJudge('coverage', 'unsupported_profile', text);
  }
  if (signatures.some((each) => hasUncoveredBytes(each, signatures))) {
    const text =
      'The space for a signature or timestamp holds other bytes, which nobody signed. What was signed is unchanged.';
    return report.cannotJudge('coverage', 'unsupported_profile', text);
  }
  const added = list(verdicts.flatMap(({ what }) => what));
  report.pass(
    'coverage',
    added === '' ? 'The signature covers the whole file.' : `Added after a signature, as allowed: ${added}.`,
  );
  return null;
}

const maxNamed = 5;

function list(what: readonly string[]): string {
  const all = [...new Set(what)];
  const named = all.slice(0, maxNamed).join(', ');
  return all.length > maxNamed ? `${named} and ${all.length - maxNamed} more` : named;
}

function appended(report: Report, { found, reading }: CheckedSignature, bytes: number): SealVerdict {
  report.signatures = [factsOf({ found, reading })];
  if (reading.kind === 'intact') report.signer = partyOf(reading.data.signer);
  report.pass('integrity', 'What was sealed is unchanged.');
  const added = bytes === 1 ? '1 byte was' : `${bytes} bytes were`;
  const text = `${added} added to the file after it was sealed, and that is not an update of a PDF.`;
  return report.fail('coverage', 'changed_after_sealing', text);
}

/** Where the structure cannot be read, only a signature that does not fit its bytes is proof of anything. */
function withoutStructure(
  report: Report,
  all: readonly CheckedSignature[],
  isWhole: boolean,
  why: string,
  options: VerifyOptions,
): SealVerdict {
  const [furthest] = all;
  const isBroken = furthest?.reading.kind === 'broken';
  if (isBroken || all.every(({ reading }) => reading.kind === 'broken')) return conclude(report, all, [], options);
  report.signatures = all.map(factsOf).toReversed();
  if (furthest?.reading.kind === 'intact') report.signer = partyOf(furthest.reading.data.signer);
  const isIntact = furthest?.reading.kind === 'intact';
  const covered = isIntact && isWhole;
  if (isIntact) report.pass('integrity', 'No byte that the last signature covers has changed.');
  const text = `The structure of the file cannot be read (${why}), so ${
    covered ? 'its other signatures were not checked' : 'it is not known what was added after it was signed'
  }.`;
  return report.cannotJudge('coverage', 'unsupported_profile', text);
}

const brokenWords = (why: string): string =>
  why === otherContent
    ? 'The file is not as it was sealed: some of its bytes were changed.'
    : `The signature in the file was changed, or does not belong to it: ${why}.`;

function factsOf({ found, reading }: CheckedSignature): SignatureFacts {
  const data = reading.kind === 'broken' ? null : reading.data;
  return {
    kind: isDocumentTimeStamp(found) ? 'document_timestamp' : 'signature',
    sub_filter: found.subFilter,
    name: data?.signer.subjectName ?? null,
    integrity: reading.kind,
    covers: found.until,
    reason: reading.kind === 'intact' ? null : reading.why,
  };
}
