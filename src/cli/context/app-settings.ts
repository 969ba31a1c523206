import { Option } from 'commander';
import { signatureHeaderOf } from './contract.js';
import type { Context } from './context.js';
import { checkEnvFile, type EnvLines, takeOutOfEnvFile, warnOfEnvFile, writeEnvFile } from '../files/env-file.js';
import { UsageFailure } from '../failure/failure.js';
import { isStdout } from '../files/files.js';

/** What an app has to know of the service that it is developed against. */
export interface AppSettings {
  readonly baseUrl: string;
  /** Undefined: the app has one of its own. */
  readonly key: string | undefined;
  /** Of the endpoint that delivers to the app. */
  readonly webhookSecret: string;
}

/** The same in the environment of a command. */
export const appVariables = ({ baseUrl, key, webhookSecret }: AppSettings, header: string): EnvLines => [
  ['ESIGN_BASE_URL', baseUrl],
  ...(key === undefined ? [] : [['ESIGN_API_KEY', key] as const]),
  ['ESIGN_WEBHOOK_SECRET', webhookSecret],
  ['ESIGN_SIGNATURE_HEADER', header],
];

/**
 * `which` are the settings in words. Not `--env-file`: Node 20 takes that for its own option, also after the script.
 */
export const writeEnvOption = (which: string): Option =>
  new Option(
    '--write-env <file>',
    `write the settings of an app into this file (0600), and leave its other lines: ${which}`,
  ).argParser(readEnvPath);

/** The usual name of the file, which many frameworks read and few commit. */
export const usualEnvFile = '.env.local';

/** A file: standard output would show the secrets. Throws UsageFailure. */
export function readEnvPath(text: string): string {
  if (!isStdout(text) && text !== '') return text;
  throw new UsageFailure('--write-env requires a file.', {
    code: 'invalid_value',
    hint: `Example: --write-env ${usualEnvFile}`,
  });
}

/** The file that --write-env names, which is checked before anything is started. Throws FileFailure and UsageFailure. */
export async function placeAppSettings<Path extends string | null | undefined>(
  context: Context,
  path: Path,
): Promise<Path | string> {
  if (typeof path !== 'string') return path;
  const file = await context.files.place(path, usualEnvFile);
  await checkEnvFile(context, file);
  return file;
}

/** Settings in a file, which go with what wrote them. */
export interface WrittenSettings {
  /**
   * Removes them, unless somebody has written others meanwhile; a file that held nothing else goes. `isShared`: those
   * that stood there before are put back, because what wrote them goes on.
   */
  takeOut(isShared: boolean): Promise<void>;
}

/** Writes the settings to an environment file, and warns of what is odd about it. Throws FileFailure. */
export async function writeAppSettings(
  context: Context,
  path: string,
  settings: AppSettings,
): Promise<WrittenSettings> {
  const variables = appVariables(settings, await signatureHeaderOf(context.settings()));
  const { left, earlier } = await writeEnvFile(context, path, variables);
  await warnOfEnvFile(context, path, left);
  return { takeOut: (isShared) => takeOutOfEnvFile(context, path, variables, isShared ? earlier : []) };
}

/** Scheme, host and port of a page; a trailing slash is dropped. Throws UsageFailure. */
export function readOrigin(text: string): string {
  const url = /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (url !== null && [url.origin, `${url.origin}/`].includes(text)) return url.origin;
  throw new UsageFailure(`"${text}" is not an origin.`, {
    code: 'invalid_value',
    hint: url === null ? 'Example: http://127.0.0.1:3000' : `Use ${url.origin}, without a path.`,
  });
}
