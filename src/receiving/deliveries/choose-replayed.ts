import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { serviceHost } from '../../contract/service-host.js';
import { listDeliveries } from '../../store/deliveries.js';
import type { Delivery } from '../../store/delivery.js';
import type { State } from '../../store/state.js';
import { findDelivery } from './record.js';

/** What `event replay` was asked to send. */
interface ReplayChoice {
  readonly ids: readonly string[];
  readonly undelivered?: boolean;
  readonly cutOff?: boolean;
  readonly to?: URL;
  /** The configured service, as `configuredHost` names it. */
  readonly host: string | null;
}

/** The configured service, as deliveries record it; null without one. */
export const configuredHost = async (context: Context): Promise<string | null> =>
  context.settings().baseUrl === null ? null : serviceHost(await context.recordedAs());

/**
 * The deliveries that the user means, in the order of their coming. Throws UsageFailure, also for one that did not verify,
 * and what `findDelivery` throws.
 */
export async function chooseReplayed(
  context: Context,
  state: State,
  { host, ...options }: ReplayChoice,
): Promise<readonly Delivery[]> {
  if (options.cutOff === true && options.undelivered !== true) {
    throw new UsageFailure('--cut-off requires --undelivered.', {
      code: 'missing_option',
      hint: 'A delivery that you name by its ID is sent even if its last attempt was cut off.',
    });
  }
  if (options.ids.length > 0 === (options.undelivered === true)) {
    throw new UsageFailure('Specify delivery IDs or --undelivered, but not both.', {
      code: options.undelivered === true ? 'conflicting_options' : 'missing_argument',
      hint: 'List undelivered events with `esign event list --undelivered`.',
    });
  }
  if (options.undelivered === true) {
    const needed = { to: options.to?.href };
    const ofService = listDeliveries(state, { needed, host });
    // Those of another project or service are for other apps.
    const others = listDeliveries(state, { needed }).length - ofService.length;
    if (others > 0) {
      context.output.note(`Left: ${pluralize(others, 'delivery', 'deliveries')} of other services. See --profile.`);
    }
    return ofService.toReversed();
  }
  const found: Delivery[] = [];
  for (const id of options.ids) found.push(await findDelivery(context, id));
  for (const { id, verdict } of found) {
    if (verdict.ok) continue;
    // A forged delivery would get a valid signature.
    throw new UsageFailure(`Delivery ${id} failed verification when it was received, so it cannot be signed again.`, {
      code: 'not_verified',
      hint: `See why: esign event show ${id}`,
    });
  }
  // Several IDs may name the same one.
  return [...new Map(found.map((delivery) => [delivery.id, delivery])).values()];
}
