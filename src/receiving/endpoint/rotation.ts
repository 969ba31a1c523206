import type { Context } from '../../cli/context/context.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { leavesOpen } from '../../client/failure.js';
import { credentialMark } from '../../client/recording.js';
import { limits } from '../../contract/limits.js';
import { serviceHost } from '../../contract/service-host.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { isKeyKept } from '../../store/key-retention.js';
import { openRotations, type Rotations } from '../../store/rotations.js';

/** A rotation in progress. Repeated commands use the same key until the new secret is stored or shown. */
export interface Rotation {
  readonly key: string;
  /** Until when the replaced secret signs v0: milliseconds since 1970. */
  readonly graceUntil: number;
  /** An earlier run began it and did not get its secret. */
  readonly resumed: boolean;
  /** Runs the request. A failure with an unknown outcome keeps the rotation; any other ends it. */
  run<Result>(send: () => Promise<Result>): Promise<Result>;
  /** The new secret is stored or shown. */
  end(): Promise<void>;
}

const graceMs = limits.webhook.rotationGraceHours * 3_600_000;

/**
 * Begins a rotation, or continues one whose response or secret was lost: a second one would end the grace period of the
 * secret that receivers use. `given` is the requested Idempotency-Key; `endGrace` accepts the end of an earlier grace
 * period. Throws CommandFailure (6) and JournalFailure.
 */
export async function beginRotation(
  context: Context,
  id: string,
  given: string | undefined,
  endGrace = false,
): Promise<Rotation> {
  const settings = context.settings();
  const host = serviceHost(await context.recordedAs());
  const rotations = openRotations(await context.state(), host, context.clock.now);
  const credential = credentialMark((await settings.key())?.value.secret ?? '');
  const now = await serviceTime(context);
  const found = rotations.find(id);
  // The age of a record from the future is unknown: its key is tried, because a fresh one could rotate twice.
  const isOld = (at: string): boolean => Date.parse(at) <= now && !isKeyKept(at, now);
  if (found === undefined || isOld(found.at)) {
    const completed = rotations.completed(id, now);
    if (completed !== undefined && completed.key !== given && !endGrace) throw inGrace(id, completed.at);
    const rotation = { key: given ?? globalThis.crypto.randomUUID(), at: new Date(now).toISOString(), credential };
    const begun = rotations.begin(id, rotation, found);
    // Another run was faster: both are one rotation with one key.
    return begun ? rotationOf(context, rotations, id, rotation, false) : beginRotation(context, id, given, endGrace);
  }
  if (found.credential !== credential || (given !== undefined && given !== found.key)) {
    const until = new Date(Date.parse(found.at) + graceMs).toISOString();
    const other = found.credential === credential ? 'Idempotency-Key' : 'API key';
    throw new CommandFailure(
      6,
      'rotation_unfinished',
      `A rotation of this endpoint with another ${other} is not finished. A second rotation would make ` +
        'receivers reject deliveries.',
      {
        hint:
          other === 'API key'
            ? `Run the command again with the API key of the first rotation, before ${until}.`
            : 'Run the command again without --idempotency-key.',
      },
    );
  }
  context.output.note('Finishing an earlier rotation of this endpoint with the same key.');
  return rotationOf(context, rotations, id, found, true);
}

/** The service signs v0 with the previous secret only, so the one before it stops working at once. */
function inGrace(id: string, at: string): CommandFailure {
  const until = new Date(Date.parse(at) + graceMs).toISOString();
  return new CommandFailure(
    6,
    'rotation_in_grace',
    `The secret of this endpoint was already rotated at ${at}, so nothing was sent. Receivers that still use the secret ` +
      `from before that rotation are accepted until ${until}. Another rotation makes them reject deliveries at once.`,
    {
      hint:
        'Wait until then. If every receiver already has the latest secret, confirm with --end-grace: ' +
        `esign webhook rotate ${id} --end-grace --secret-file FILE`,
    },
  );
}

/**
 * The new secret is shown once, so an output without it is rejected before anything is sent: the secret would be lost,
 * and another rotation would end the grace period of the one before. Throws UsageFailure.
 */
export function refuseUnshown({ output, flags }: Context): void {
  const { json } = flags();
  const isPicked = !Array.isArray(json) || json.includes('secret');
  if (output.form !== 'ids' && isPicked) return;
  const how = output.form === 'ids' ? '-q' : '--json=…';
  throw new UsageFailure(`The new secret is shown once, and ${how} does not print it. Nothing was sent.`, {
    code: 'secret_not_shown',
    hint: 'Save it with `esign webhook rotate ID --secret-file FILE`, or print the whole result.',
  });
}

/** Whether the output contains the secret; a --jq filter must mention it. */
export const isShown = ({ flags }: Context): boolean => /secret|^\s*\.\s*$/.test(flags().jq ?? 'secret');

function rotationOf(
  context: Context,
  rotations: Rotations,
  id: string,
  { key, at }: { readonly key: string; readonly at: string },
  resumed: boolean,
): Rotation {
  return {
    key,
    graceUntil: Date.parse(at) + graceMs,
    resumed,
    async run(send) {
      try {
        return await send();
      } catch (error) {
        if (!leavesOpen(error, resumed)) rotations.end(id, key);
        throw error;
      }
    },
    end: async () => rotations.complete(id, { key, at: new Date(await serviceTime(context)).toISOString() }),
  };
}
