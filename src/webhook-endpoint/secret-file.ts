import { constants, type Stats } from 'node:fs';
import { access, lstat, readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { Option } from 'commander';
import type { EsignCommand } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { FileFailure } from '../cli/failure.js';
import type { WebhookWithSecret } from '../contract/resources/webhook.js';
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

/** Checks the file before the secret exists, because the service shows it once. Throws FileFailure. */
export async function checkSecretFile(context: Context, { secretFile, force }: SecretOptions): Promise<void> {
  if (secretFile === undefined) return;
  const path = context.files.resolve(secretFile);
  const found = await lstat(path).catch(() => null);
  if (found !== null && force !== true) {
    throw new FileFailure('output', secretFile, `${secretFile} already exists. Nothing was sent.`, {
      code: 'file_exists',
      hint: 'Use another file name, or overwrite it with --force.',
    });
  }
  if (found !== null) await refuseForeign(secretFile, path, found);
  const writable = await canWriteInto(dirname(path));
  if (!writable) {
    throw new FileFailure('output', secretFile, `Cannot write ${secretFile}. Nothing was sent.`, {
      hint: 'Use a file in a folder that you can write to.',
    });
  }
}

/** Longer than any secret with its line ending. */
const maxSecretBytes = 4096;

/** --force replaces only a secret file of this user: any other file is there by mistake, or from an attacker. */
async function refuseForeign(secretFile: string, path: string, found: Stats): Promise<void> {
  const problem = !found.isFile()
    ? 'is not a regular file'
    : isForeign(found.uid)
      ? 'belongs to another user'
      : (await holdsSecret(path, found.size))
        ? null
        : 'does not look like a secret file';
  if (problem === null) return;
  throw new FileFailure('output', secretFile, `${secretFile} ${problem}. Nothing was sent.`, {
    hint: 'Use another file name. --force overwrites only secret files that you own.',
  });
}

/** A system without owners reports -1; the user of a container may be unknown to it. */
function isForeign(uid: number): boolean {
  try {
    const own = userInfo().uid;
    return own !== -1 && uid !== own;
  } catch {
    return false;
  }
}

/** An empty file, such as from `mktemp`, or one line of text. */
async function holdsSecret(path: string, size: number): Promise<boolean> {
  if (size > maxSecretBytes) return false;
  const text = await readFile(path, 'utf8').catch(() => null);
  return text !== null && !/[\r\n\0]/.test(text.trim());
}

const canWriteInto = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

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
