import { placeAppSettings } from '../../cli/context/app-settings.js';
import type { Context } from '../../cli/context/context.js';
import { placeSecretFile } from '../endpoint/secret-file.js';
import { replacedReport } from '../../listen/receive/junit.js';
import type { ListenOptions } from './options.js';

/** The same options with the files that they name, checked before anything is opened. Throws FileFailure. */
export async function placeOutputs(context: Context, options: ListenOptions): Promise<ListenOptions> {
  const { files } = context;
  const placed = await placeSecretFile(context, options, 'webhook.secret');
  const writeEnv = await placeAppSettings(context, options.writeEnv);
  const junit = options.junit === undefined ? undefined : await files.place(options.junit, 'esign-listen.xml');
  if (junit !== undefined) await files.check(junit, replacedReport);
  return { ...placed, ...(writeEnv === undefined ? {} : { writeEnv }), ...(junit === undefined ? {} : { junit }) };
}
