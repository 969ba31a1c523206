import { Option } from 'commander';
import { EsignCommand, type Runner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { parseInstant } from '../../cli/duration.js';
import { localExitCodes } from '../../cli/exit-code.js';
import { Ended } from '../../cli/failure.js';
import { collect } from '../../cli/recipient.js';
import { limits } from '../../contract/limits.js';
import { readDelivery } from '../../webhook/delivery.js';
import { diagnose, spell } from '../../webhook/diagnose.js';
import { verify } from '../../webhook/signature.js';
import { previousSecret, readSecretFiles } from '../../webhook-endpoint/secret-input.js';

export interface WebhookVerifyOptions {
  readonly secretFile: readonly string[];
  readonly previousSecretFile?: string;
  readonly header: readonly string[];
  readonly body: string;
  /** ISO 8601 UTC. */
  readonly at?: string;
}

const bodyLimit = 16 * 1024 * 1024;

/** `esign webhook verify`: judges a captured delivery offline, and says in words why it fails (Events, Signature). */
export function webhookVerifyCommand(
  context: Context,
  run: Runner<WebhookVerifyOptions> = runWebhookVerify,
): EsignCommand {
  const command = new EsignCommand('verify')
    .summary('Verify a captured delivery')
    .description(
      'Verify a captured delivery offline, as of now or of --at. A delivery is genuine when v1 or v0 verifies under any ' +
        'of the secrets given; the result says which. Failures are explained: a wrong clock and by how much, a wrong ' +
        'secret or one read wrongly, a body that was written again.',
    );
  return command
    .requiredOption(
      '--secret-file <file>',
      'a secret of the endpoint, in a file; - for stdin; may be repeated',
      collect((path) => path),
    )
    .addOption(previousSecret())
    .requiredOption(
      '--header <value>',
      'the value of the signature header as received; repeat it when there were several',
      collect(withoutName),
    )
    .requiredOption('--body <file>', 'the raw body, to its last byte; - for stdin')
    .addOption(
      new Option('--at <instant>', 'judge the time as of then, with a zone; now unless told').argParser((text) =>
        parseInstant(text, '--at'),
      ),
    )
    .example(
      'esign webhook verify --secret-file hook.secret --header "t=1764576000, v1=b738457a09cd" --body delivery.json',
      'Exit 0 when it verifies, 9 with the reason when it does not.',
    )
    .example(
      'esign webhook verify --secret-file hook.secret --header "$HEADER" --body delivery.json --at 2026-12-01T08:00:00Z',
      'One from the past, judged as of then.',
    )
    .example(
      'esign webhook verify --secret-file new.secret --secret-file old.secret --header "$HEADER" --body delivery.json',
      'During a rotation: either secret will do.',
    )
    .exits(localExitCodes, 9)
    .action((options: WebhookVerifyOptions) => run(context, options));
}

export async function runWebhookVerify(context: Context, options: WebhookVerifyOptions): Promise<void> {
  const { secretFile, previousSecretFile } = options;
  const files = [...secretFile, ...(previousSecretFile === undefined ? [] : [previousSecretFile])];
  const [current = '', previous, ...more] = await readSecretFiles(context, files, [options.body]);
  const secrets = { current, previous, more };
  const body = await context.files.read(options.body, { limit: bodyLimit });
  const now = options.at === undefined ? context.clock.now() : Date.parse(options.at);
  const { header } = options;
  const verdict = verify({ header, body, current, previous, others: more, now });
  if (!verdict.ok) {
    const found = diagnose({ header, body, secrets, now, effort: 'thorough' });
    const seconds = 'seconds' in verdict ? verdict.seconds : null;
    const itsTime = 't' in verdict && options.at === undefined ? asOf(verdict.t) : '';
    throw new Ended(9, found?.cause ?? verdict.reason, found?.sentence ?? 'The signature does not fit.', {
      hint: `${found?.hint ?? 'Look at the secret and the body.'}${itsTime}`,
      details: { verified: false, reason: verdict.reason, ...(seconds === null ? {} : { seconds }) },
    });
  }
  if (header.some((value) => /v\d=[0-9a-f]*[A-F]/.test(value))) {
    context.output.note('A digest is in upper case; the service writes lower case, and other verifiers may refuse it.');
  }
  const scheme = verdict.by === 'current' ? 'v1' : 'v0';
  const file = files[verdict.secret] ?? '-';
  const isPrevious = file === previousSecretFile;
  const which = isPrevious ? 'the previous secret' : files.length === 1 ? 'the secret' : `the secret in ${file}`;
  if (scheme === 'v0' && !isPrevious) {
    context.output.note(
      `A rotation has replaced this secret. It stops verifying ${limits.webhook.rotationGraceHours} hours after the ` +
        'rotation: give the receiver the new one.',
    );
  }
  const signedAt = new Date(verdict.t * 1000).toISOString();
  const seconds = Math.floor(now / 1000) - verdict.t;
  const delivery = readDelivery(body);
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
      human: `Verified: ${scheme} fits ${which}.`,
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

/** People copy the whole line; the name before the value says nothing. */
const withoutName = (text: string): string => text.replace(/^\s*[A-Za-z][\w-]*-signature\s*:\s*/i, '');

const asOf = (t: number): string => `\nJudge it as of its own time with --at ${new Date(t * 1000).toISOString()}`;
