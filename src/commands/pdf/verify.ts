import { basename } from 'node:path';
import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { parseInstant } from '../../cli/flags/duration.js';
import { pluralize } from '../../cli/context/counted.js';
import { CommandFailure, FileFailure, UsageFailure } from '../../cli/failure/failure.js';
import { positionOf } from '../../cli/flags/identifier.js';
import { formatSize } from '../../cli/files/written-files.js';
import type { SealVerdict } from '../../document/seal/verdict.js';
import type { Human } from '../../core/terminal/output.js';
import { caFileOption, type CaOptions, findTrust, type Trust } from '../../sending/sealed-pdf/trust.js';
import { hintFor, problemBesidesTrust } from '../../sending/sealed-pdf/examine-sealed.js';
import { reportOf, sealReport } from '../../sending/sealed-pdf/seal-report.js';
import { filesOf, manyReports, verifyMany } from './verify-many.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';
import { fileNameOf } from '../../core/platform/file-name.js';

interface PdfVerifyOptions extends CaOptions {
  readonly file: string;
  /** ISO 8601 UTC. */
  readonly at?: string;
  readonly allowUntrusted?: boolean;
  readonly revision?: number;
  readonly output?: string;
  readonly force?: boolean;
}

const maxPdfBytes = 256 * 1024 * 1024;

/** `esign pdf verify FILE`: verifies the seal of a PDF and its trust. */
export function pdfVerifyCommand(context: Context): EsignCommand {
  return new EsignCommand('verify')
    .summary('Verify the signatures of sealed PDFs')
    .description(
      'Verify the signatures of a sealed PDF. Each is checked over exactly the bytes that it covers. Verified (exit 0): ' +
        'a trusted signature covers the file to its last byte, and every other one is sound. Added to (exit 9, ' +
        'added_after_signing): something follows the last trusted signature; it is not judged, and --revision writes ' +
        'the signed revision. Long-term validation data is the one exception. Altered (exit 9): a signature does not ' +
        'fit its bytes. Cannot be verified (exit 9): each reason has its own code. Specify the trusted authority with ' +
        '--ca-file; without it, the authority of a reachable emulator is used. Nothing else is read from the network, ' +
        'and revocation is not checked. PAdES B-B to B-LTA and adbe.pkcs7.detached are supported, with RSA, RSA-PSS, ' +
        'ECDSA or Ed25519. SHA-1 and MD5 are rejected as too weak. Several files, or a ' +
        'folder, get a line each.',
    )
    .argument('<file...>', 'PDF files, or folders with PDFs; - for stdin')
    .addOption(caFileOption('certificates of a trusted authority, PEM (repeatable)'))
    .aliasFlags({ '--ca': '--ca-file' })
    .addOption(
      new Option('--at <time>', 'verify as of this time, with a time zone; rejects later seals').argParser((text) =>
        parseInstant(text, '--at'),
      ),
    )
    .addOption(
      new Option('--revision <number>', 'verify only the file as this signature covers it, counted from 1').argParser(
        (text) => Number(positionOf('revision')(text)),
      ),
    )
    .addOption(new Option('-o, --output <file>', 'with --revision: file or folder/ for that revision, byte for byte'))
    .option('--force', 'overwrite an existing file')
    .option('--allow-untrusted', 'exit with 0 if only the certificate authority is not trusted')
    .offers('file', { files: fileEndings.pdf })
    .offers('--ca-file', { files: fileEndings.certificates })
    .example(
      'esign pdf verify lease.pdf --ca-file ca.pem',
      'Exit with 0 if the PDF is verified, otherwise with 9 and the reason.',
    )
    .example(
      'esign pdf verify lease.pdf --revision 1 -o signed.pdf',
      'Write the file as its first signature covers it.',
    )
    .example('esign pdf verify lease.pdf --allow-untrusted --json', 'Check only that it is unaltered, and print JSON.')
    .example('esign pdf verify signed/ --ca-file ca.pem', 'Verify every PDF in a folder.')
    .prints((s) => s.either(sealReport(s), manyReports(s)))
    .exits([0, 1, 2, 8, 9, 130])
    .action(async (paths: readonly string[], options: Omit<PdfVerifyOptions, 'file'>) => {
      refuseOutput(options);
      const files = await filesOf(context, paths);
      if (files === null) return await runPdfVerify(context, { ...options, file: paths[0] ?? '-' });
      if (options.revision !== undefined) {
        throw new UsageFailure('--revision needs a single file.', { code: 'conflicting_options' });
      }
      const trust = await findTrust(context, options.caFile ?? []);
      const { judge } = await judgeFor(trust, options);
      await verifyMany(context, {
        files,
        trust,
        judge,
        allowUntrusted: options.allowUntrusted === true,
        maxBytes: maxPdfBytes,
      });
    });
}

function refuseOutput({ output, revision }: Pick<PdfVerifyOptions, 'output' | 'revision'>): void {
  if (output === undefined || revision !== undefined) return;
  throw new UsageFailure('-o needs --revision.', { hint: 'Name the revision to write, such as --revision 1.' });
}

/** How a file is judged, and as of which time. */
async function judgeFor(
  trust: Trust,
  { at }: Pick<PdfVerifyOptions, 'at'>,
): Promise<{ readonly judge: (pdf: Uint8Array) => Promise<SealVerdict>; readonly now: number }> {
  const { verifySeal } = await import('../../document/seal/verify-seal.js');
  const now = at === undefined ? trust.now : Date.parse(at);
  return { now, judge: (pdf) => verifySeal(pdf, { trusted: trust.trusted, now, notLater: at !== undefined }) };
}

async function runPdfVerify(context: Context, options: PdfVerifyOptions): Promise<void> {
  const file = await context.files.read(options.file, { limit: maxPdfBytes });
  const trust = await findTrust(context, options.caFile ?? []);
  const { judge, now } = await judgeFor(trust, options);
  const whole = await judge(file);
  if (whole.problem?.code === 'no_pdf') {
    const message = `${options.file === '-' ? 'The input on stdin' : options.file} is not a PDF.`;
    throw new FileFailure('input', options.file, message, { code: 'no_pdf', hint: hintFor('no_pdf', trust) });
  }
  const verdict =
    options.revision === undefined ? whole : await judge(await takeRevision(context, options, file, whole));
  const problem = options.allowUntrusted === true ? problemBesidesTrust(verdict) : verdict.problem;
  await show(context, options.file, verdict, trust, problem === null);
  if (problem === null) return warnAboutTime(context, verdict, now);
  throw new CommandFailure(9, problem.code, problem.message, {
    hint: hintFor(problem.code, trust),
    details: {
      verified: false,
      verdict: verdict.verdict,
      sealed_at: verdict.time_stamp?.at ?? null,
      added: verdict.added,
      checks: verdict.checks,
      signatures: verdict.signatures,
    },
  });
}

/** The bytes that a signature covers, written to a file where one is named. */
async function takeRevision(
  context: Context,
  { file: path, revision, output, force }: PdfVerifyOptions,
  file: Buffer,
  { signatures }: SealVerdict,
): Promise<Buffer> {
  const found = signatures.find((each) => each.revision === revision);
  if (found === undefined) {
    const last = signatures.at(-1)?.revision ?? 0;
    const message = `Revision ${String(revision)} not found. The file has ${pluralize(last, 'signed revision')}.`;
    throw new CommandFailure(4, 'not_found', message, { hint: 'List them with `esign pdf verify FILE --json`.' });
  }
  const bytes = file.subarray(0, found.covers);
  if (output !== undefined) {
    const name = fileNameOf(basename(path), { after: `-revision-${found.revision}.pdf`, otherwise: 'document' });
    const written = await context.files.place(output, name);
    await context.files.write(written, bytes, { private: true, overwrite: force === true });
    context.output.note(`Wrote revision ${found.revision} to ${written} (${formatSize(bytes.length)}).`);
  }
  return bytes;
}

async function show(
  context: Context,
  file: string,
  verdict: SealVerdict,
  trust: Trust,
  verified: boolean,
): Promise<void> {
  const { checks, signer, time_stamp: stamp, trusted, claimed_at: claimed, signatures } = verdict;
  const sealedAt = stamp?.at ?? null;
  const path = file === '-' ? file : context.files.resolve(file);
  const value = reportOf(path, verdict, trust, verified);
  const known: readonly (readonly [string, string | null])[] = [
    ['Sealed by', signer?.name ?? null],
    ['Sealed', sealedAt === null ? null : context.output.instant(sealedAt)],
    ['Signer’s clock', sealedAt === null && claimed !== null ? context.output.instant(claimed) : null],
    ['Trusted through', trusted?.name ?? null],
    ['SHA-256', verdict.sha256],
  ];
  const words = { pass: ' ok ', fail: 'FAIL', unknown: ' -- ' };
  const human: Human = (colour, clean) =>
    [
      verified ? colour.good(`Verified: ${clean(file)}`) : colour.bad(`${headings[verdict.verdict]}: ${clean(file)}`),
      ...checks.map(({ check, outcome, text }) => {
        const word = { pass: colour.good, fail: colour.bad, unknown: colour.dim }[outcome](words[outcome]);
        return `  ${word}  ${check.padEnd(11)}  ${clean(text)}`;
      }),
      ...(signatures.length > 1 || verdict.added !== null
        ? signatures.map((each) => `  ${clean(signatureLine(each))}`)
        : []),
      ...known.flatMap(([name, text]) => (text === null ? [] : [`  ${`${name}:`.padEnd(17)} ${clean(text)}`])),
      `  ${colour.dim('Revocation was not checked.')}`,
    ].join('\n');
  await context.output.result(value, { human, ids: unanswered(verdict) });
}

/** How a verdict is headed where the file is not accepted. */
const headings = {
  genuine: 'Verified',
  added_to: 'Added to after signing',
  altered: 'Altered',
  cannot_judge: 'Cannot be verified',
} as const;

/** One of several signatures: `Revision 1: signature of “…”, intact`. */
function signatureLine({ revision, kind, name, integrity, reason }: SealVerdict['signatures'][number]): string {
  const what = kind === 'signature' ? 'signature' : 'document timestamp';
  const words = { intact: 'intact', broken: 'broken', unknown: 'not verified' }[integrity];
  const of = name === null ? '' : ` of “${name}”`;
  return `Revision ${revision}: ${what}${of}, ${words}${reason === null ? '' : ` (${reason})`}`;
}

/** The checks that failed; where none did, the first one without an answer. */
function unanswered({ checks, problem }: SealVerdict): readonly string[] {
  const failed = checks.filter(({ outcome }) => outcome === 'fail').map(({ check }) => check);
  const unknown = checks.find(({ outcome, text }) => outcome === 'unknown' && text === problem?.message);
  return failed.length > 0 || unknown === undefined ? failed : [unknown.check];
}

/** The clock that vouches may be another one than this machine's. */
function warnAboutTime(context: Context, { time_stamp: stamp }: SealVerdict, now: number): void {
  if (stamp === null || Date.parse(stamp.at) <= now + 5 * 60_000) return;
  context.output.warn('The seal time is ahead of the clock of this machine. An emulator clock can be moved.');
}
