import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { FileFailure } from '../../cli/failure/failure.js';
import { addWriteOptions, chooseKey, write, type WriteOptions } from '../../cli/write/write.js';
import { limits } from '../../contract/limits.js';
import { actOn } from '../../receiving/endpoint/acted.js';
import { webhookId } from '../../receiving/endpoint/arguments.js';
import { addDeliverOptions } from '../../receiving/endpoint/deliver-options.js';
import { addProbeOptions, openProbe, type ProbeOptions } from '../../receiving/endpoint/probe.js';
import { type ReservedFile, reserveSecretFile } from '../../receiving/endpoint/reserved-file.js';
import { beginRotation, isShown, refuseUnshown } from '../../receiving/endpoint/rotation.js';
import {
  addSecretOptions,
  checkSecretFile,
  placeSecretFile,
  type SecretOptions,
  showSecret,
} from '../../receiving/endpoint/secret-file.js';

interface WebhookRotateOptions extends WriteOptions, SecretOptions, ProbeOptions {
  readonly id: string;
  readonly endGrace?: boolean;
}

/** `esign webhook rotate ID`: replaces the secret; the old one signs `v0` for 24 hours (A11). */
export function webhookRotateCommand(context: Context): EsignCommand {
  const hours = limits.webhook.rotationGraceHours;
  const command = new EsignCommand('rotate')
    .summary('Replace the secret of an endpoint')
    .description(
      `Replace the secret of an endpoint. For ${hours} hours, deliveries are signed with the new and the previous secret. ` +
        'A second rotation within that time is refused without --end-grace, because receivers that use the oldest secret ' +
        'would reject deliveries. If the response is lost, run the same command again: it returns the same secret. A ' +
        'secret that --secret-file overwrites is saved in FILE.previous.',
    )
    .argument('<webhook>', 'endpoint ID', webhookId);
  addDeliverOptions(addProbeOptions(addSecretOptions(command)))
    .option('--end-grace', 'rotate although an earlier rotation is less than 24 hours old')
    .example(
      'esign webhook rotate 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b --secret-file hook.secret --force',
      'Overwrite the file of the old secret.',
    )
    .example('esign webhook rotate 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b', 'Print the new secret.')
    .example(
      'esign webhook rotate 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b --secret-file hook.secret --force --verify-with https://app.example.com/hooks',
      'Test the receiver with the old secret first, and until it accepts the new one.',
    )
    .usesOperations('rotateWebhookSecret')
    .prints({ of: 'rotateWebhookSecret' })
    .prints({ of: 'getWebhook' }, '--secret-file')
    .exits(serviceExitCodes, 9)
    .everyday(
      '--secret-file',
      '--force',
      '--verify-with',
      '--old-secret-file',
      '--verify-for',
      '--end-grace',
      '--dry-run',
    )
    .action((id: string, options: WebhookRotateOptions) => runWebhookRotate(context, { ...options, id }));
  return addWriteOptions(command, 'takes key');
}

async function runWebhookRotate(context: Context, given: WebhookRotateOptions): Promise<void> {
  const options = await placeSecretFile(context, given, `${given.id}.secret`);
  if (options.dryRun === true) {
    await checkSecretFile(context, options);
    await write(context, requestOf(context, options));
    return;
  }
  if (options.secretFile === undefined) refuseUnshown(context);
  const probe = await openProbe(context, options);
  const file = await reserveSecretFile(context, options);
  try {
    await probe?.before();
    const { secret, graceUntil } = await rotate(context, options, file);
    if (probe === null) return;
    await probe.after(secret, graceUntil);
    context.output.note('The receiver accepts the new secret, alone and together with the old one.');
  } finally {
    await file?.release();
    await probe?.close();
  }
}

function requestOf(context: Context, options: WebhookRotateOptions) {
  const what = (url: string): string =>
    `This replaces the secret of ${url}; the receiver needs the new one within ${limits.webhook.rotationGraceHours} hours`;
  return {
    operation: 'rotateWebhookSecret',
    input: { parameters: { webhookId: options.id } },
    options,
    act: () => actOn(context, options.id, what, 'Replace it?'),
  } as const;
}

/** Returns the new secret after it is shown or stored. */
async function rotate(
  context: Context,
  options: WebhookRotateOptions,
  file: ReservedFile | null,
): Promise<{ readonly secret: string; readonly graceUntil: number }> {
  const request = requestOf(context, options);
  const preview = async () => (await context.api()).preview('rotateWebhookSecret', request.input);
  const key = await chooseKey(context, options, preview, 'rotateWebhookSecret');
  const rotation = await beginRotation(context, options.id, key, options.endGrace === true);
  const done = await rotation.run(() =>
    write(context, { ...request, options: { ...options, idempotencyKey: rotation.key } }),
  );
  if (done === null) throw new Error('a write without --dry-run has an answer');
  const { secret } = done.body;
  const previous = await store(file, secret);
  if (file !== null) await rotation.end();
  await showSecret(context, done.body, options, file !== null);
  if (isShown(context)) await rotation.end();
  if (previous !== null) {
    const until = new Date(rotation.graceUntil).toISOString();
    context.output.note(
      `The previous secret is stored in ${previous}. Deliveries also have a v0 signature with it until ${until}.`,
    );
  }
  return { secret, graceUntil: rotation.graceUntil };
}

async function store(file: ReservedFile | null, secret: string): Promise<string | null> {
  try {
    return file === null ? null : await file.store(secret);
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    throw new FileFailure('output', error.file, `${error.message} The secret was replaced anyway.`, {
      code: error.code,
      hint: `${error.hint ?? ''}\nThen run the same command again. It returns the same secret and does not rotate again.`.trim(),
    });
  }
}
