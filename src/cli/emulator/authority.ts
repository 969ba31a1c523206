import { isObject } from '../../core/platform/json.js';
import { ServiceFailure } from '../../client/failure.js';
import { ConfigFailure } from '../../core/config/failure.js';
import type { Context } from '../context/context.js';
import { CommandFailure } from '../failure/failure.js';
import { isLoopback } from '../../core/http/network.js';
import { controlAt, findEmulator } from './control.js';
import type { EmulatorAuthority } from './control-types.js';

/** The authority of the emulator at a base URL; null when no emulator responds there. */
export async function authorityAt(context: Context, base: string): Promise<EmulatorAuthority | null> {
  if (!isHere(base)) return null;
  const request = { method: 'GET', path: '/_emulator/ca' } as const;
  const answer = await controlAt<Partial<EmulatorAuthority> | null>(context, base, request).catch((error: unknown) => {
    if (error instanceof ServiceFailure || (error instanceof CommandFailure && [3, 8].includes(error.exitCode)))
      return null;
    throw error;
  });
  // Another program may use this port.
  const { pem, now } = isObject(answer) ? answer : {};
  return typeof pem === 'string' && typeof now === 'string' ? (answer as EmulatorAuthority) : null;
}

/** The authority of the emulator at `--base-url`, of the profile, or of the running one; null without any. */
export async function authorityWithinReach(
  context: Context,
): Promise<{ readonly url: string; readonly authority: EmulatorAuthority } | null> {
  const given = context.flags().baseUrl;
  if (given !== undefined && !isHere(given)) return null;
  const url = await findEmulator(context).catch((error: unknown) => {
    if (error instanceof CommandFailure && error.code === 'emulator_not_running') return null;
    // A file is verified without a service too.
    const isNamed = context.settings().given.profile?.origin.from !== 'environment';
    if (error instanceof ConfigFailure && error.code === 'profile_unknown' && !isNamed) return null;
    throw error;
  });
  const authority = url === null ? null : await authorityAt(context, url);
  return url === null || authority === null ? null : { url, authority };
}

const isHere = (base: string): boolean => URL.canParse(base) && isLoopback(new URL(base).hostname);
