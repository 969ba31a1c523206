import type { Context } from '../../cli/context.js';
import { Ended } from '../../cli/failure.js';
import { ServiceFailure, TransportFailure, UnexpectedAnswer } from '../../client/failure.js';
import { credentialMark } from '../../client/recording.js';
import { requireBaseUrl } from '../../config/settings.js';
import { limits } from '../../contract/limits.js';
import { isKeyKept } from '../../journal/key-life.js';
import { openRotations, type Rotations } from '../../journal/rotations.js';

/** A rotation under way: the same key until its secret is where it belongs, however often the command is run. */
export interface Rotation {
  readonly key: string;
  /** Until when the secret that it replaces signs v0: milliseconds since 1970. */
  readonly graceUntil: number;
  /** An earlier run began it and did not get its secret. */
  readonly resumed: boolean;
  /** Runs the request. A failure that leaves it unknown what happened keeps the rotation; any other ends it. */
  run<Result>(send: () => Promise<Result>): Promise<Result>;
  /** The new secret is stored or shown. */
  end(): Promise<void>;
}

const graceMs = limits.webhook.rotationGraceHours * 3_600_000;

/**
 * Begins a rotation, or goes on with one whose answer or secret was lost: a second one would end the grace of the secret
 * that receivers hold. `given` is the Idempotency-Key that was asked for. Throws Ended (6) when it contradicts.
 */
export async function beginRotation(context: Context, id: string, given: string | undefined): Promise<Rotation> {
  const settings = context.settings();
  const { host } = new URL(requireBaseUrl(settings));
  const rotations = openRotations(settings.stateDir.value, host);
  const credential = credentialMark((await settings.key())?.value.secret ?? '');
  const now = context.clock.now();
  const found = await rotations.find(id);
  if (found === undefined || !isKeyKept(found.at, now)) {
    const rotation = { key: given ?? globalThis.crypto.randomUUID(), at: new Date(now).toISOString(), credential };
    await rotations.begin(id, rotation).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new Ended(2, 'state_unwritable', `The rotation cannot be recorded, so nothing was sent: ${why}.`, {
        hint: 'Check the state folder, its permissions and the free space.',
      });
    });
    return rotationOf(rotations, id, rotation, false);
  }
  if (found.credential !== credential || (given !== undefined && given !== found.key)) {
    const until = new Date(Date.parse(found.at) + graceMs).toISOString();
    const other = found.credential === credential ? 'Idempotency-Key' : 'API key';
    throw new Ended(
      6,
      'rotation_unfinished',
      `A rotation of this endpoint was begun with another ${other} and has not been finished. A second one would make ` +
        'receivers refuse deliveries.',
      {
        hint:
          other === 'API key'
            ? `Run the command again with the API key that began it, before ${until}.`
            : 'Run the command again without --idempotency-key.',
      },
    );
  }
  context.output.note('An earlier rotation of this endpoint was not finished. This finishes it with the same key.');
  return rotationOf(rotations, id, found, true);
}

/** Answers that say nothing of an earlier request with the same key. */
const saysNothing: readonly number[] = [401, 403, 429];

function rotationOf(
  rotations: Rotations,
  id: string,
  { key, at }: { readonly key: string; readonly at: string },
  resumed: boolean,
): Rotation {
  const isOver = (error: unknown): boolean => {
    if (error instanceof TransportFailure || error instanceof UnexpectedAnswer)
      return !resumed && !error.outcomeUnknown;
    if (!(error instanceof ServiceFailure)) return !resumed;
    return !error.outcomeUnknown && !(resumed && saysNothing.includes(error.status));
  };
  return {
    key,
    graceUntil: Date.parse(at) + graceMs,
    resumed,
    async run(send) {
      try {
        return await send();
      } catch (error) {
        if (isOver(error)) await rotations.end(id).catch(() => undefined);
        throw error;
      }
    },
    end: () => rotations.end(id),
  };
}
