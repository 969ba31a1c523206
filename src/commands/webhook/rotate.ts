import { EsignCommand, type Runner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write.js';
import { limits } from '../../contract/limits.js';
import { actOn } from './act.js';
import { webhookId } from './arguments.js';
import { addDeliverOptions } from './deliver-options.js';
import { addProbeOptions, openProbe, type ProbeOptions } from './probe.js';
import {
  addSecretOptions,
  checkSecretFile,
  previousFile,
  readReplaced,
  type SecretOptions,
  showSecret,
} from './secret-file.js';

export interface WebhookRotateOptions extends WriteOptions, SecretOptions, ProbeOptions {
  readonly id: string;
}

/** `esign webhook rotate ID`: replaces the secret; the old one goes on signing `v0` for a day (A11). */
export function webhookRotateCommand(
  context: Context,
  run: Runner<WebhookRotateOptions> = runWebhookRotate,
): EsignCommand {
  const hours = limits.webhook.rotationGraceHours;
  const command = new EsignCommand('rotate')
    .summary('Replace the secret of an endpoint')
    .description(
      `Replace the secret of an endpoint. For ${hours} hours deliveries are signed with both; a second rotation within ` +
        'that time ends the first one’s grace, so do not repeat it blindly. A secret that --secret-file overwrites is ' +
        'kept in FILE.previous, since the receiver needs both.',
    )
    .argument('<id>', 'the id of the endpoint', webhookId);
  addDeliverOptions(addProbeOptions(addSecretOptions(command)))
    .example(
      'esign webhook rotate 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b --secret-file hook.secret --force',
      'Put the new secret in the place of the old one.',
    )
    .example('esign webhook rotate 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b', 'Print the new secret.')
    .example(
      'esign webhook rotate 4e5f6a7b-8c9d-4e0f-9a1b-2c3d4e5f6a7b --secret-file hook.secret --force --verify-with https://app.example.com/hooks',
      'Probe the receiver under the old secret first, and until it knows the new one.',
    )
    .calls('rotateWebhookSecret')
    .exits(serviceExitCodes, 9)
    .action((id: string, options: WebhookRotateOptions) => run(context, { ...options, id }));
  return addWriteOptions(command, 'takes key');
}

export async function runWebhookRotate(context: Context, options: WebhookRotateOptions): Promise<void> {
  await checkSecretFile(context, options);
  const probe = options.dryRun === true ? null : await openProbe(context, options);
  try {
    await probe?.before();
    const secret = await rotate(context, options);
    if (probe === null || secret === null) return;
    await probe.after(secret);
    context.output.note('The receiver accepts the new secret, alone and beside the old one.');
  } finally {
    await probe?.close();
  }
}

/** Answers with the new secret once it is shown or kept; null for a dry run. */
async function rotate(context: Context, options: WebhookRotateOptions): Promise<string | null> {
  const what = (url: string): string =>
    `This replaces the secret of ${url}; the receiver needs the new one within ${limits.webhook.rotationGraceHours} hours`;
  const replaced = options.dryRun === true ? null : await readReplaced(context, options);
  const done = await write(context, {
    operation: 'rotateWebhookSecret',
    input: { parameters: { webhookId: options.id } },
    options,
    act: () => actOn(context, options.id, what, 'Replace it?'),
  });
  if (done === null) return null;
  await showSecret(context, done.body, options);
  if (replaced !== null && options.secretFile !== undefined) await keep(context, options.secretFile, replaced);
  return done.body.secret;
}

/** The old secret signs for a day more, and the receiver needs it as the previous one: nobody shows it again. */
async function keep(context: Context, secretFile: string, replaced: string): Promise<void> {
  const file = previousFile(secretFile);
  await context.files.write(file, `${replaced}\n`, { mode: 0o600, overwrite: true });
  context.output.note(
    `What stood in ${secretFile} is kept in ${file}: the secret replaced now signs v0 for a day more.`,
  );
}
