import type { Contract } from '../../contract/overlay/contract.js';
import type { Clock } from '../../core/platform/clock.js';
import { CommandFailure } from '../failure/failure.js';
import { serve, type ServedRequest } from '../../core/http/serve.js';
import { readDelivery } from '../../domain/webhook/delivery.js';
import { verify } from '../../domain/webhook/signature.js';

/** A received delivery: its event, and whether its signature is valid. */
export interface SeenDelivery {
  readonly id: string;
  readonly event: string;
  readonly verified: boolean;
}

export interface Receiver {
  readonly url: string;
  /** The endpoint's secret, known after its registration. */
  use(secret: string): void;
  /** Waits until this many deliveries have arrived in total; returns the new ones. */
  take(total: number): Promise<readonly SeenDelivery[]>;
  close(): Promise<void>;
}

const timeoutMs = 10_000;
const step = 10;

/** A small webhook receiver: verifies the raw bytes first, responds with 204, and records the deliveries. */
export async function openReceiver(clock: Clock, emulatorNow: () => number, contract?: Contract): Promise<Receiver> {
  const header = contract?.header('Service-Signature') ?? 'Service-Signature';
  const seen: SeenDelivery[] = [];
  let secret = '';
  let taken = 0;
  const handler = (request: ServedRequest): { readonly status: number } => {
    if (request.method !== 'POST' || request.path !== '/hooks') return { status: 404 };
    const { body, headers } = request;
    const judged = verify({ header: headers.all(header), body, current: secret, now: emulatorNow() });
    const delivery = readDelivery(body, contract);
    seen.push({ id: delivery?.id ?? '', event: delivery?.event ?? 'unknown', verified: judged.ok });
    return { status: judged.ok ? 204 : 400 };
  };
  const server = await serve({ handler, maxBody: 64 * 1024 });
  return {
    url: `${server.url}/hooks`,
    use: (given) => {
      secret = given;
    },
    take: async (total) => {
      for (let waited = 0; seen.length < total; waited += step) {
        if (waited >= timeoutMs) {
          throw new CommandFailure(
            12,
            'delivery_missing',
            `Timed out waiting for webhook deliveries: ${seen.length} of ${total} arrived.`,
          );
        }
        await clock.sleep(step);
      }
      const news = seen.slice(taken);
      taken = seen.length;
      return news;
    },
    close: () => server.close(),
  };
}
