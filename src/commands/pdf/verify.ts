import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { parseInstant } from '../../cli/duration.js';
import { CommandFailure, FileFailure } from '../../cli/failure.js';
import type { SealVerdict } from '../../document/seal/verdict.js';
import type { Human } from '../../terminal/output.js';
import { caFileOption, type CaOptions } from '../../sealed-pdf/ca-options.js';
import { hintFor } from '../../sealed-pdf/hint.js';
import { findTrust, type Trust } from '../../sealed-pdf/trust.js';
import { fileEndings } from '../../cli/completion-hint.js';

interface PdfVerifyOptions extends CaOptions {
  readonly file: string;
  /** ISO 8601 UTC. */
  readonly at?: string;
  readonly allowUntrusted?: boolean;
}

const maxPdfBytes = 256 * 1024 * 1024;

/** `esign pdf verify FILE`: verifies the seal of a PDF and its trust. */
export function pdfVerifyCommand(context: Context): EsignCommand {
  return new EsignCommand('verify')
    .summary('Verify the signatures of a sealed PDF')
    .description(
      'Verify the signatures of a sealed PDF. The result is one of three: verified (exit 0), altered (exit 9, proven), ' +
        'or cannot be verified (exit 9, with what was checked and what was not). It checks that the signed bytes are ' +
        'unchanged, that the signatures allow later additions, that the certificate is allowed to seal, when the file ' +
        'was sealed, and whether its certificate authority is trusted. Specify that authority with --ca-file; without ' +
        'it, the authority of a reachable emulator is used. Nothing else is read from the network, and revocation is ' +
        'not checked. PAdES B-B to B-LTA and adbe.pkcs7.detached are supported, with any number of signatures and document ' +
        'timestamps, and with RSA, RSA-PSS, ECDSA or Ed25519. SHA-1 and MD5 are rejected as too weak ' +
        '(unfit_algorithm), and any other format as unsupported_profile.',
    )
    .argument('<file>', 'PDF file; - for stdin')
    .addOption(caFileOption('certificates of a trusted authority, PEM (repeatable)'))
    .formerly({ '--ca': '--ca-file' })
    .addOption(
      new Option('--at <instant>', 'verify as of this time, with a time zone; rejects later seals').argParser((text) =>
        parseInstant(text, '--at'),
      ),
    )
    .option('--allow-untrusted', 'exit with 0 if only the certificate authority is not trusted')
    .offers('file', { files: fileEndings.pdf })
    .offers('--ca-file', { files: fileEndings.certificates })
    .example(
      'esign pdf verify lease.pdf --ca-file ca.pem',
      'Exit with 0 if the PDF is verified, otherwise with 9 and the reason.',
    )
    .example('esign pdf verify lease.pdf --allow-untrusted --json', 'Check only that it is unaltered, and print JSON.')
    .prints(sealReport)
    .exits([0, 1, 2, 8, 9, 130])
    .action((file: string, options: Omit<PdfVerifyOptions, 'file'>) => runPdfVerify(context, { ...options, file }));
}

const sealReport = (s: ShapeBlocks) => {
  const party = {
    name: s.text,
    issuer: s.text,
    serial: s.text,
    sha256: s.text,
    valid_from: s.instant,
    valid_until: s.instant,
  };
  return s.object({
    file: s.nullable(s.text),
    verified: s.flag,
    verdict: s.oneOf('genuine', 'altered', 'cannot_judge'),
    problem: s.nullable(s.text),
    sealed_at: s.nullable(s.instant),
    claimed_at: s.nullable(s.instant),
    checks: s.list(
      s.object({
        check: s.oneOf('integrity', 'coverage', 'certificate', 'time', 'trust'),
        outcome: s.oneOf('pass', 'fail', 'unknown'),
        text: s.text,
      }),
    ),
    signatures: s.list(
      s.object({
        kind: s.oneOf('signature', 'document_timestamp'),
        sub_filter: s.nullable(s.text),
        name: s.nullable(s.text),
        integrity: s.oneOf('intact', 'broken', 'unknown'),
        covers: s.count,
        reason: s.nullable(s.text),
      }),
    ),
    signer: s.nullable(s.object(party)),
    time_stamp: s.nullable(s.object({ ...party, at: s.instant })),
    trusted: s.nullable(s.object({ name: s.text, sha256: s.text })),
    trust_from: s.nullable(s.text),
    revocation: s.literal('not_checked'),
    signatures_inside: s.count,
    bytes: s.count,
    sha256: s.text,
  });
};

async function runPdfVerify(context: Context, options: PdfVerifyOptions): Promise<void> {
  const pdf = await context.files.read(options.file, { limit: maxPdfBytes });
  const trust = await findTrust(context, options.caFile ?? []);
  const { verifySeal } = await import('../../document/seal/verify-seal.js');
  const now = options.at === undefined ? trust.now : Date.parse(options.at);
  const verdict = await verifySeal(pdf, { trusted: trust.trusted, now, notLater: options.at !== undefined });
  if (verdict.problem?.code === 'no_pdf') {
    const message = `${options.file === '-' ? 'The input on stdin' : options.file} is not a PDF.`;
    throw new FileFailure('input', options.file, message, { code: 'no_pdf', hint: hintFor('no_pdf', trust) });
  }
  const problem =
    verdict.problem?.code === 'issuer_not_known' && options.allowUntrusted === true ? null : verdict.problem;
  await show(context, options.file, verdict, trust, problem === null);
  if (problem === null) return warnAboutTime(context, verdict, now);
  throw new CommandFailure(9, problem.code, problem.message, {
    hint: hintFor(problem.code, trust),
    details: {
      verified: false,
      verdict: verdict.verdict,
      sealed_at: verdict.time_stamp?.at ?? null,
      checks: verdict.checks,
      signatures: verdict.signatures,
    },
  });
}

async function show(
  context: Context,
  file: string,
  verdict: SealVerdict,
  trust: Trust,
  verified: boolean,
): Promise<void> {
  const { problem, checks, signer, time_stamp: stamp, trusted, claimed_at: claimed, signatures } = verdict;
  const sealedAt = stamp?.at ?? null;
  const value: Shaped<typeof sealReport> = {
    file: file === '-' ? null : context.files.resolve(file),
    verified,
    verdict: verdict.verdict,
    problem: problem?.code ?? null,
    sealed_at: sealedAt,
    claimed_at: verdict.claimed_at,
    checks,
    signatures: verdict.signatures,
    signer,
    time_stamp: stamp,
    trusted,
    trust_from: trust.from,
    revocation: 'not_checked',
    signatures_inside: verdict.signatures_inside,
    bytes: verdict.bytes,
    sha256: verdict.sha256,
  };
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
      ...(signatures.length > 1 ? signatures.map((each) => `  ${clean(signatureLine(each))}`) : []),
      ...known.flatMap(([name, text]) => (text === null ? [] : [`  ${`${name}:`.padEnd(17)} ${clean(text)}`])),
      `  ${colour.dim('Revocation was not checked.')}`,
    ].join('\n');
  await context.output.result(value, { human, ids: unanswered(verdict) });
}

/** How a verdict is headed where the file is not accepted. */
const headings = { genuine: 'Verified', altered: 'Altered', cannot_judge: 'Cannot be verified' } as const;

/** One of several signatures: `Signature of “…”: intact`. */
function signatureLine({ kind, name, integrity, reason }: SealVerdict['signatures'][number]): string {
  const what = kind === 'signature' ? 'Signature' : 'Document timestamp';
  const words = { intact: 'intact', broken: 'broken', unknown: 'not verified' }[integrity];
  return `${what}${name === null ? '' : ` of “${name}”`}: ${words}${reason === null ? '' : ` (${reason})`}`;
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
