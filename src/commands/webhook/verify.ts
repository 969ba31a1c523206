import type { ShapeBlocks } from '../../contract/shape.js';
import { contractInUse } from '../../cli/context/contract.js';
import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { parseInstant } from '../../cli/flags/duration.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { collect } from '../../cli/flags/option.js';
import { limits } from '../../contract/limits.js';
import { readDelivery } from '../../domain/webhook/delivery.js';
import { diagnose, spell } from '../../domain/webhook/diagnose.js';
import { verify } from '../../domain/webhook/signature.js';
import { previousSecret, readSecretFiles } from '../../receiving/endpoint/secret-input.js';

interface WebhookVerifyOptions {
  readonly secretFile: readonly string[];
  readonly previousSecretFile?: string;
  readonly header: readonly string[];
  readonly body: string;
  /** ISO 8601 UTC. */
  readonly at?: string;
}

const bodyLimit = 16 * 1024 * 1024;

/** `esign webhook verify`: verifies a captured delivery offline, and explains a failure (Events, Signature). */
export function webhookVerifyCommand(context: Context): EsignCommand {
  const command = new EsignCommand('verify')
    .summary('Verify a captured delivery offline')
    .description(
      'Verify a captured delivery offline and explain failures. A delivery is valid if v1 or v0 verifies with any ' +
        'given secret; the result names the match. Causes include clock skew and its size, a wrong or misread secret, ' +
        'and a re-serialized body.',
    );
  return command
    .requiredOption(
      '--secret-file <file>',
      'file with a signing secret; - for stdin (repeatable)',
      collect((path) => path),
    )
    .addOption(previousSecret())
    .requiredOption('--header <value>', 'signature header value as received (repeatable)', collect(withoutName))
    .requiredOption('--body <file>', 'file with the exact raw body; - for stdin')
    .addOption(
      new Option('--at <time>', 'verify as of this time, with a time zone (default: now)').argParser((text) =>
        parseInstant(text, '--at'),
      ),
    )
    .example(
      'esign webhook verify --secret-file hook.secret --header "$(cat header.txt)" --body delivery.json',
      'Exit with 0 if it verifies, otherwise with 9 and the reason.',
    )
    .example(
      'esign webhook verify --secret-file hook.secret --header "$(cat header.txt)" --body delivery.json --at 2026-12-01T08:00:00Z',
      'Verify an old delivery as of the time it was received.',
    )
    .example(
      'esign webhook verify --secret-file new.secret --secret-file old.secret --header "$(cat header.txt)" --body delivery.json',
      'Accept either secret during a rotation.',
    )
    .prints(verified)
    .exits(localExitCodes, 9)
    .action((options: WebhookVerifyOptions) => runWebhookVerify(context, options));
}

/** A delivery that is genuine; the facts of its body are null where it is not one of the service. */
const verified = (s: ShapeBlocks) =>
  s.object({
    verified: s.yes,
    by: s.oneOf('current', 'previous'),
    scheme: s.oneOf('v1', 'v0'),
    secret_file: s.text,
    signed_at: s.instant,
    seconds: s.number,
    id: s.nullable(s.text),
    event: s.nullable(s.text),
    envelope_id: s.nullable(s.text),
    retry_count: s.nullable(s.count),
  });

async function runWebhookVerify(context: Context, options: WebhookVerifyOptions): Promise<void> {
  const { secretFile, previousSecretFile } = options;
  const files = [...secretFile, ...(previousSecretFile === undefined ? [] : [previousSecretFile])];
  const [current = '', previous, ...more] = await readSecretFiles(context, files, [options.body]);
  const secrets = { current, previous, more };
  const body = await context.files.read(options.body, { limit: bodyLimit });
  const now = options.at === undefined ? context.clock.now() : Date.parse(options.at);
  const { header } = options;
  const contract = (await contractInUse(context.settings()))?.contract;
  const verdict = verify({
    header,
    body,
    current,
    previous,
    others: more,
    now,
    tolerance: contract?.limits.webhook.toleranceSeconds,
  });
  if (!verdict.ok) {
    const found = diagnose({ header, body, secrets, now, effort: 'thorough' });
    const seconds = 'seconds' in verdict ? verdict.seconds : null;
    const itsTime = 't' in verdict && options.at === undefined ? asOf(verdict.t) : '';
    throw new CommandFailure(9, found?.cause ?? verdict.reason, found?.sentence ?? 'The signature does not match.', {
      hint: `${found?.hint ?? 'Check the secret and the body.'}${itsTime}`,
      details: { verified: false, reason: verdict.reason, ...(seconds === null ? {} : { seconds }) },
    });
  }
  if (header.some((value) => /v\d=[0-9a-f]*[A-F]/.test(value))) {
    context.output.note(
      'The digest is in upper case. The service sends lower case, and other verifiers may reject it.',
    );
  }
  const scheme = verdict.by === 'current' ? 'v1' : 'v0';
  const file = files[verdict.secret] ?? '-';
  const isPrevious = file === previousSecretFile;
  const which = isPrevious ? 'the previous secret' : files.length === 1 ? 'the secret' : `the secret in ${file}`;
  if (scheme === 'v0' && !isPrevious) {
    context.output.note(
      `This secret was replaced by a rotation. It stops verifying ${limits.webhook.rotationGraceHours} hours after the ` +
        'rotation, so configure the new secret in the receiver.',
    );
  }
  const signedAt = new Date(verdict.t * 1000).toISOString();
  const seconds = Math.floor(now / 1000) - verdict.t;
  const delivery = readDelivery(body, contract);
  await context.output.result(
    {
      verified: true,
      by: verdict.by,
      scheme,
      secret_file: file,
      signed_at: signedAt,
      seconds,
      id: delivery?.id ?? null,
      event: delivery?.event ?? null,
      envelope_id: delivery?.envelopeId ?? null,
      retry_count: delivery?.retryCount ?? null,
    },
    {
      human: `Verified: ${scheme} matches ${which}.`,
      details: [
        ['Signed', { instant: signedAt }],
        ['Age', seconds < 0 ? `${spell(-seconds)} in the future` : spell(seconds)],
        ['Event', delivery?.event ?? null],
        ['Id', delivery?.id === undefined ? null : { id: delivery.id }],
        ['Envelope', delivery?.envelopeId === undefined ? null : { id: delivery.envelopeId }],
        ['Retry', delivery?.retryCount ?? null],
      ],
    },
  );
}

/** The copied header line may include the header name. */
const withoutName = (text: string): string => text.replace(/^\s*[A-Za-z][\w-]*-signature\s*:\s*/i, '');

const asOf = (t: number): string => `\nTo verify it as of its own time, use --at ${new Date(t * 1000).toISOString()}`;
