import type { Context } from '../context/context.js';
import { CommandFailure } from '../failure/failure.js';
import { readEmulatorToken } from '../../core/config/emulator-token.js';
import { isLoopback } from '../../core/http/network.js';

/** The credential of a request to the emulator's own routes, and its destination. */
export interface Credential {
  readonly base: string;
  /** Null when no credential is known. */
  readonly bearer: string | null;
}

/**
 * Credentials for the own routes of an emulator, in this order: ESIGN_EMULATOR_TOKEN, the token that `emulator start`
 * stored for this user, and the live key configured for this base URL. Each is looked up only when the one before was
 * rejected. A token is valid for one emulator only, and a key is sent only to the base URL that it is stored for.
 */
export async function* credentialsFor(context: Context, base: string): AsyncGenerator<Credential, void> {
  const address = emulatorAddress(base);
  let tried = false;
  const { ESIGN_EMULATOR_TOKEN: given = '', ESIGN_EMULATOR_URL: emulatorUrl = '' } = context.machine.env;
  if (given !== '' && (emulatorUrl === '' || (URL.canParse(emulatorUrl) && emulatorAddress(emulatorUrl) === address))) {
    tried = true;
    yield { base: address, bearer: given };
  }
  const kept = await readEmulatorToken(context.settings().stateDir.value, address);
  if (kept !== null && kept !== given) {
    tried = true;
    yield { base: address, bearer: kept };
  }
  const key = await liveKeyFor(context, base);
  if (key !== null || !tried) yield { base: address, bearer: key };
}

async function liveKeyFor(context: Context, base: string): Promise<string | null> {
  const settings = context.settings();
  const { baseUrl } = settings;
  if (baseUrl !== null && emulatorAddress(baseUrl.value) !== emulatorAddress(base)) return null;
  const key = baseUrl === null ? await settings.given.key() : await settings.key();
  const isMeant = key !== null && (baseUrl !== null || key.origin.from === 'flag');
  return isMeant && key.value.mode !== 'test' ? key.value.secret : null;
}

/**
 * The address that an emulator listens on. `localhost` may also be ::1, where another program can use the same port and
 * must not get the token or a key.
 */
function emulatorAddress(url: string): string {
  const { protocol, hostname, port, origin } = new URL(url);
  return protocol === 'http:' && isLoopback(hostname) && hostname.endsWith('localhost')
    ? `http://127.0.0.1:${port === '' ? '80' : port}`
    : origin;
}

/** The failure when the emulator rejects all credentials of this user. */
export const notOwner = (base: string): CommandFailure =>
  new CommandFailure(
    3,
    'unauthenticated',
    `The emulator at ${new URL(base).origin} requires its token or one of its live API keys.`,
    {
      hint: 'Run the command as the user who started the emulator, set ESIGN_EMULATOR_TOKEN, or use one of its live keys: --api-key-file FILE',
    },
  );
