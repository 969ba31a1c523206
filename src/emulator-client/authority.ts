import { isObject } from '../platform/json.js';
import { ServiceFailure } from '../client/failure.js';
import type { Context } from '../cli/context.js';
import { CommandFailure } from '../cli/failure.js';
import { isLoopback } from '../http/network.js';
import { controlAt, findEmulator } from './control.js';
import type { EmulatorAuthority } from './control-types.js';

/** Milliseconds: an emulator answers at once, and whatever else listens there is not waited for. */
const timeoutMs = 5_000;

/** The authority of the emulator at an address; null when something else answers there, or nothing. */
export async function authorityAt(context: Context, base: string): Promise<EmulatorAuthority | null> {
  if (!isHere(base)) return null;
  const request = { method: 'GET', path: '/_emulator/ca' } as const;
  const answer = await controlAt<Partial<EmulatorAuthority> | null>(context, base, request, timeoutMs).catch(
    (error: unknown) => {
      if (error instanceof ServiceFailure || (error instanceof CommandFailure && [3, 8].includes(error.exitCode)))
        return null;
      throw error;
    },
  );
  // The address may be that of another program.
  const { pem, now } = isObject(answer) ? answer : {};
  return typeof pem === 'string' && typeof now === 'string' ? (answer as EmulatorAuthority) : null;
}

/** The authority of the emulator within reach: that of `--base-url`, of the profile, or the one that runs; or null. */
export async function authorityWithinReach(
  context: Context,
): Promise<{ readonly url: string; readonly authority: EmulatorAuthority } | null> {
  const given = context.flags().baseUrl;
  if (given !== undefined && !isHere(given)) return null;
  const url = await findEmulator(context).catch((error: unknown) => {
    if (error instanceof CommandFailure && error.code === 'emulator_not_running') return null;
    throw error;
  });
  const authority = url === null ? null : await authorityAt(context, url);
  return url === null || authority === null ? null : { url, authority };
}

const isHere = (base: string): boolean => URL.canParse(base) && isLoopback(new URL(base).hostname);
