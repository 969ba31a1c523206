import { deadlines } from '../contract/recorded-write.js';
import { isObject, parseJson } from '../core/platform/json.js';
import { TwinUnsettled } from './failure.js';
import type { EarlierWrite, RequestIntent, RequestRecord } from './recording.js';
import type { RecordedWrite } from './resend.js';
import type { PreparedRequest } from './request.js';

/** Between creating two requests and recording them. */
const slack = 2 * 60_000;

interface Known {
  readonly record: RequestRecord;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Called only if there is an identical request. */
  readonly serviceNow: () => Promise<number | undefined>;
}

/**
 * Identical requests with an unknown outcome, oldest first: resumed with their own keys, they do what this one would
 * do. Throws TwinUnsettled for one that might then be processed twice.
 */
export async function unsettledTwins(
  intent: RequestIntent,
  { row, json }: PreparedRequest,
  { record, now, serviceNow }: Known,
): Promise<readonly RecordedWrite[]> {
  if (row.repeatable !== 'with_key') return [];
  const found = await record.twinsOf(intent);
  const twins: RecordedWrite[] = [];
  for (const each of found) {
    // A chosen key takes its own request only, and the journal knows what to do with an unchanged one.
    if (intent.chosen && (each.key !== intent.key || each.fingerprint === intent.fingerprint)) continue;
    const body = await record.body(each.id);
    // Without its body, the deadline cannot be compared.
    if (body !== null && each.fingerprint !== intent.fingerprint && !isShifted(each, body, json, now)) continue;
    if (body === null) throw new TwinUnsettled(each, 'its body was deleted');
    const isSafe = row.guardedByState || (await record.isKept(each, await serviceNow()));
    if (!isSafe) throw new TwinUnsettled(each, 'its idempotency key may have expired, so it may happen twice');
    twins.push({ ...each, body });
  }
  return twins;
}

/** Whether only the deadline differs, by the time between the two requests: it was given as a duration. */
function isShifted({ at }: EarlierWrite, body: string | undefined, json: unknown, now: number): boolean {
  const [before, after] = [deadlineOf(parseJson(body ?? '')), deadlineOf(json)];
  return Math.abs(after - before - (now - Date.parse(at))) <= slack;
}

function deadlineOf(json: unknown): number {
  const name = isObject(json) ? deadlines.find((each) => Object.hasOwn(json, each)) : undefined;
  return isObject(json) && name !== undefined ? Date.parse(String(json[name])) : Number.NaN;
}
