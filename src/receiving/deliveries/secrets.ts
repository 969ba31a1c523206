import type { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { signingSecrets } from '../../listen/receive/verify-with-secrets.js';
import {
  type HeldEndpoint,
  type ListenerState,
  readEndedListeners,
  readListeners,
} from '../../listen/endpoint/state.js';
import { previousSecret, readSecret, readSecrets } from '../endpoint/secret-input.js';

/** The source of the secret that signs an event: a file, or a listener of this machine. */
export interface EventSecretOptions {
  readonly secretFile?: string;
  readonly previousSecretFile?: string;
}

export interface EventSecrets {
  readonly current: string;
  readonly previous?: string | undefined;
}

/** Facts about the event, to choose among several listeners. */
export interface Origin {
  /** The endpoint's id. */
  readonly endpoint?: string | null;
  /** The listener that created it, for a synthetic event. */
  readonly synthetic?: boolean;
  /** The app that it was for. */
  readonly target?: string;
}

/** Adds the flags for secrets that this machine may already have. */
export function addEventSecret(command: EsignCommand): EsignCommand {
  return command
    .option('--secret-file <file>', 'file with the signing secret (default: secret of the local listener)')
    .addOption(previousSecret());
}

/** Throws UsageFailure when no file is given and no listener has a secret. */
export async function eventSecrets(
  context: Context,
  { secretFile, previousSecretFile }: EventSecretOptions,
  origin: Origin = {},
): Promise<EventSecrets> {
  if (secretFile !== undefined) {
    return readSecrets(context, { secretFile, ...(previousSecretFile === undefined ? {} : { previousSecretFile }) });
  }
  const { stateDir } = context.settings();
  const running = await readListeners(stateDir.value);
  const ended = await readEndedListeners(stateDir.value);
  const inTurn = [
    ...running.filter((each) => holds(each, origin)),
    // Its app knows the secret of the current listener, or else of the one at that time.
    ...running.filter(({ forwardTo }) => origin.target !== undefined && forwardTo === origin.target),
    ...ended.filter((each) => holds(each, origin)),
    ...(await ofThisService(context, running)),
    ...(await ofThisService(context, ended)),
  ];
  for (const state of inTurn) {
    const found = secretsOf(state, context.clock.now(), origin);
    if (found === undefined) continue;
    return previousSecretFile === undefined
      ? found
      : { ...found, previous: await readSecret(context, previousSecretFile) };
  }
  throw new UsageFailure('No signing secret found, because no listener of this service ran on this machine recently.', {
    code: 'missing_option',
    hint: 'Pass the signing secret of the endpoint with --secret-file, or start `esign listen`.',
  });
}

/** The forwarding URL of the newest listener. */
export async function listenersTarget(context: Context): Promise<string | undefined> {
  const running = await ofThisService(context, await readListeners(context.settings().stateDir.value));
  return running.find(({ forwardTo }) => forwardTo !== null)?.forwardTo ?? undefined;
}

/** The listeners of the configured service: others sign for other apps. Without a service, all of them. */
async function ofThisService(context: Context, all: readonly ListenerState[]): Promise<readonly ListenerState[]> {
  if (context.settings().baseUrl === null) return all;
  const base = await context.recordedAs();
  return all.filter(({ baseUrl }) => baseUrl === base);
}

const holds = ({ endpoints }: ListenerState, { endpoint }: Origin): boolean =>
  endpoint !== undefined && endpoint !== null && endpoints.some((each) => isOf(each, endpoint));

const isOf = ({ id, formerId }: HeldEndpoint, endpoint: string): boolean => id === endpoint || formerId === endpoint;

function secretsOf(state: ListenerState, now: number, { endpoint, synthetic }: Origin): EventSecrets | undefined {
  const local = state.localSecret === null ? undefined : { current: state.localSecret };
  if (synthetic === true && local !== undefined) return local;
  const own = state.endpoints.filter((each) => typeof endpoint === 'string' && isOf(each, endpoint));
  return signingSecrets(own.length > 0 ? own : state.endpoints, now) ?? local;
}
