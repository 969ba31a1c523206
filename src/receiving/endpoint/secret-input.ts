import { Option } from 'commander';
import type { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { FileFailure, UsageFailure } from '../../cli/failure/failure.js';

/** The source of a webhook secret: a file, or stdin for `-`; never a flag, which every process could read. */
export interface SecretInputOptions {
  readonly secretFile: string;
  readonly previousSecretFile?: string;
}

export interface WebhookSecrets {
  readonly current: string;
  readonly previous: string | undefined;
}

/** Adds the flags for the files of both secrets. */
export function addSecretInput(command: EsignCommand): EsignCommand {
  return command
    .requiredOption('--secret-file <file>', 'signing secret of the endpoint, in a file; - for stdin')
    .addOption(previousSecret());
}

export const previousSecret = (): Option =>
  new Option('--previous-secret-file <file>', 'previous secret, valid for 24 hours after a rotation');

/** Reads several, in the order of the files; `others` are further files of the command line. */
export async function readSecretFiles(
  context: Context,
  files: readonly string[],
  others: readonly string[] = [],
): Promise<readonly string[]> {
  checkStdin([...files, ...others]);
  const secrets: string[] = [];
  for (const file of files) secrets.push(await readSecret(context, file));
  return secrets;
}

/** Reads both; `others` are further files of the command line, since stdin can be read but once. */
export async function readSecrets(
  context: Context,
  { secretFile, previousSecretFile }: SecretInputOptions,
  others: readonly string[] = [],
): Promise<WebhookSecrets> {
  const files = [secretFile, ...(previousSecretFile === undefined ? [] : [previousSecretFile]), ...others];
  checkStdin(files);
  return {
    current: await readSecret(context, secretFile),
    previous: previousSecretFile === undefined ? undefined : await readSecret(context, previousSecretFile),
  };
}

function checkStdin(files: readonly string[]): void {
  if (files.filter((file) => file === '-').length <= 1) return;
  throw new UsageFailure('Only one option can read from stdin.', {
    code: 'conflicting_options',
    hint: 'Use a file for the other option.',
  });
}

/**
 * One secret: the only line of the file. Its newline is not part of it; other white space is, and the diagnosis reports
 * it.
 */
export async function readSecret({ files }: Context, path: string): Promise<string> {
  const text = (await files.readText(path, { limit: 4096 })).replace(/\r?\n$/, '');
  const wrong = text.trim() === '' ? 'is empty' : /[\r\n]/.test(text.trim()) ? 'has more than one line' : null;
  if (wrong === null) return text;
  throw new FileFailure('input', path, `${path === '-' ? 'Stdin' : path} ${wrong}. A secret must be a single line.`, {
    code: 'file_invalid',
    hint: 'Write only the secret to the file, exactly as the service showed it.',
  });
}
