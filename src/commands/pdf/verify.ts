import { Option } from 'commander';
import { EsignCommand, type Runner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { parseInstant } from '../../cli/duration.js';
import { Ended, FileFailure } from '../../cli/failure.js';
import { collect } from '../../cli/recipient.js';
import type { SealVerdict } from '../../document/seal/verdict.js';
import type { Human } from '../../terminal/output.js';
import { hintFor } from './hint.js';
import { findTrust, type Trust } from './trust.js';
import { fileEndings } from '../../cli/offer.js';

export interface PdfVerifyOptions {
  readonly file: string;
  readonly ca?: readonly string[];
  /** ISO 8601 UTC. */
  readonly at?: string;
  readonly allowUntrusted?: boolean;
}

const largestPdf = 256 * 1024 * 1024;

/** `esign pdf verify FILE`: whether a PDF is as the service sealed it, and who says so. */
export function pdfVerifyCommand(context: Context, run: Runner<PdfVerifyOptions> = runPdfVerify): EsignCommand {
  return new EsignCommand('verify')
    .summary('Tell whether a sealed PDF is genuine')
    .description(
      'Tell whether a PDF is as it was sealed: that no byte has changed or been added, that the certificate may seal, ' +
        'when it was sealed, and whether the authority behind it is trusted. That authority comes from --ca; without ' +
        'it, an emulator within reach is asked for its own. Nothing else is asked over the network, so whether a ' +
        'certificate was revoked is not known.',
    )
    .argument('<file>', 'the PDF; - for stdin')
    .addOption(
      new Option('--ca <file>', 'certificates of a trusted authority, PEM; repeat it for several').argParser(
        collect((path) => path),
      ),
    )
    .addOption(
      new Option('--at <instant>', 'judge as of then, with a zone; refuses what was sealed later').argParser((text) =>
        parseInstant(text, '--at'),
      ),
    )
    .option('--allow-untrusted', 'exit 0 although the authority is not known, when everything else is right')
    .offers('file', { files: fileEndings.pdf })
    .offers('--ca', { files: fileEndings.certificates })
    .example('esign pdf verify lease.pdf --ca ca.pem', 'Exit 0 when it is genuine, 9 with the reason when it is not.')
    .example('esign pdf verify lease.pdf --allow-untrusted --json', 'Only whether it is unaltered, for a program.')
    .exits([0, 1, 2, 8, 9, 130])
    .action((file: string, options: Omit<PdfVerifyOptions, 'file'>) => run(context, { ...options, file }));
}

export async function runPdfVerify(context: Context, options: PdfVerifyOptions): Promise<void> {
  const pdf = await context.files.read(options.file, { limit: largestPdf });
  const trust = await findTrust(context, options.ca ?? []);
  const { verifySeal } = await import('../../document/seal/verify-seal.js');
  const now = options.at === undefined ? trust.now : Date.parse(options.at);
  const verdict = verifySeal(pdf, { trusted: trust.trusted, now, notLater: options.at !== undefined });
  if (verdict.problem?.code === 'no_pdf') {
    const message = `${options.file === '-' ? 'What came on stdin' : options.file} is no PDF.`;
    throw new FileFailure('input', options.file, message, { code: 'no_pdf', hint: hintFor('no_pdf', trust) });
  }
  const problem =
    verdict.problem?.code === 'issuer_not_known' && options.allowUntrusted === true ? null : verdict.problem;
  await show(context, options.file, verdict, trust, problem === null);
  if (problem === null) return warnAboutTime(context, verdict, now);
  throw new Ended(9, problem.code, problem.message, {
    hint: hintFor(problem.code, trust),
    details: { verified: false, sealed_at: verdict.time_stamp?.at ?? null, checks: verdict.checks },
  });
}

async function show(
  context: Context,
  file: string,
  verdict: SealVerdict,
  trust: Trust,
  verified: boolean,
): Promise<void> {
  const { problem, checks, signer, time_stamp: stamp, trusted } = verdict;
  const sealedAt = stamp?.at ?? null;
  const value = {
    file: file === '-' ? null : context.files.resolve(file),
    verified,
    problem: problem?.code ?? null,
    sealed_at: sealedAt,
    checks,
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
    ['Trusted through', trusted?.name ?? null],
    ['SHA-256', verdict.sha256],
  ];
  const words = { pass: ' ok ', fail: 'FAIL', unknown: ' -- ' };
  const human: Human = (colour, clean) =>
    [
      verified ? colour.good(`Verified: ${clean(file)}`) : colour.bad(`Not verified: ${clean(file)}`),
      ...checks.map(({ check, outcome, text }) => {
        const word = { pass: colour.good, fail: colour.bad, unknown: colour.dim }[outcome](words[outcome]);
        return `  ${word}  ${check.padEnd(11)}  ${clean(text)}`;
      }),
      ...known.flatMap(([name, text]) => (text === null ? [] : [`  ${`${name}:`.padEnd(17)} ${clean(text)}`])),
      `  ${colour.dim('Whether a certificate was revoked was not looked at.')}`,
    ].join('\n');
  await context.output.result(value, { human, ids: checks.filter(isFailed).map(({ check }) => check) });
}

const isFailed = ({ outcome }: SealVerdict['checks'][number]): boolean => outcome === 'fail';

/** The clock that vouches may be another one than this machine's. */
function warnAboutTime(context: Context, { time_stamp: stamp }: SealVerdict, now: number): void {
  if (stamp === null || Date.parse(stamp.at) <= now + 5 * 60_000) return;
  context.output.warn('It was sealed by a clock that is ahead of this machine’s: that of an emulator can be moved.');
}
