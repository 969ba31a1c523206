import { lstat, readFile } from 'node:fs/promises';
import { Option } from 'commander';
import type { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { FileFailure } from '../../cli/failure/failure.js';
import type { WebhookWithSecret } from '../../contract/resources/webhook.js';
import { fileNameOf } from '../../core/platform/file-name.js';
import { readSecret } from './secret-input.js';
import { webhookView } from './view.js';

/** The destination of a webhook secret: the screen once, or a private file. */
export interface SecretOptions {
  readonly secretFile?: string;
  readonly force?: boolean;
}

/** Adds these flags. */
export function addSecretOptions(command: EsignCommand): EsignCommand {
  return command
    .addOption(new Option('--secret-file <file>', 'write the secret into a file that only you can read (0600)'))
    .addOption(new Option('--force', 'overwrite an existing file'));
}

/** The same options with the file that they name: `name`, if that is a folder. */
export async function placeSecretFile<Options extends SecretOptions>(
  context: Context,
  options: Options,
  name: string,
): Promise<Options> {
  const { secretFile } = options;
  return secretFile === undefined ? options : { ...options, secretFile: await context.files.place(secretFile, name) };
}

/** The file of an endpoint that has no ID yet. */
export const secretFileName = (url: string): string =>
  fileNameOf(url.replace(/^https?:\/\//, ''), { after: '.secret', otherwise: 'webhook' });

/** Checks the file before the secret exists, because the service shows it once. Throws FileFailure. */
export async function checkSecretFile(context: Context, { secretFile, force = false }: SecretOptions): Promise<void> {
  if (secretFile === undefined) return;
  if (force) await refuseOther(context, secretFile);
  await beforeSending(() => context.files.check(secretFile, { overwrite: force }));
}

/** Adds to a failure that nothing was sent. */
export async function beforeSending<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    const { side, file, message, code, hint } = error;
    throw new FileFailure(side, file, `${message} Nothing was sent.`, {
      code,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

/** Longer than any secret with its line ending. */
const maxSecretBytes = 4096;

/** --force replaces only a secret file: any other file is there by mistake, or from an attacker. */
async function refuseOther(context: Context, secretFile: string): Promise<void> {
  const path = context.files.resolve(secretFile);
  const found = await lstat(path).catch(() => null);
  if (found === null) return;
  const isSecret = found.isFile() && (await holdsSecret(path, found.size));
  if (isSecret) return;
  const problem = found.isFile() ? 'does not look like a secret file' : 'is not a regular file';
  throw new FileFailure('output', secretFile, `${secretFile} ${problem}. Nothing was sent.`, {
    hint: 'Use another file name. --force overwrites only secret files that you own.',
  });
}

/** An empty file, such as from `mktemp`, or one line of text. */
async function holdsSecret(path: string, size: number): Promise<boolean> {
  if (size > maxSecretBytes) return false;
  const text = await readFile(path, 'utf8').catch(() => null);
  return text !== null && !/[\r\n\0]/.test(text.trim());
}

/** Shows an endpoint with its new secret; `stored`: the secret is in the given file and not shown. */
export async function showSecret(
  context: Context,
  webhook: WebhookWithSecret,
  { secretFile }: SecretOptions,
  stored: boolean,
): Promise<void> {
  const { secret, ...rest } = webhook;
  if (stored) return context.output.result(rest, webhookView(webhook, [['Secret', `in ${secretFile ?? 'the file'}`]]));
  await context.output.result(webhook, { ...webhookView(webhook, [['Secret', secret]]), needed: true });
  context.output.note('The secret is shown only once. Save it: receivers need it to verify deliveries.');
}

/** The file of the replaced secret, next to the new one. */
export const previousFile = (secretFile: string): string => `${secretFile}.previous`;

/** The secret that `--secret-file FILE --force` is about to overwrite; null when there is none. */
export async function readReplaced(context: Context, { secretFile, force }: SecretOptions): Promise<string | null> {
  if (secretFile === undefined || force !== true) return null;
  return readSecret(context, secretFile).catch((error: unknown) => {
    if (error instanceof FileFailure) return null;
    throw error;
  });
}
