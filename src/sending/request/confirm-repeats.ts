import { pluralize } from '../../cli/context/counted.js';
import { confirmAct, type PlannedRequest } from '../../cli/write/write.js';
import type { Context } from '../../cli/context/context.js';
import { effectsOf, sentencesOf } from '../../contract/effects.js';
import { isOperationId, operations } from '../../contract/operations.js';
import { serviceHost } from '../../contract/service-host.js';
import { isKeyKept } from '../../store/key-retention.js';
import type { RecordedRequest } from '../../store/entry.js';
import { parseJson } from '../../core/platform/json.js';
import { attemptStateOf } from './attempt-state.js';

/**
 * Asks once for confirmation of all repeated requests that email people or cannot be undone, because the service may
 * never have received the first one. Throws Cancelled and UsageFailure.
 */
export async function confirmRepeats(
  context: Context,
  chosen: readonly RecordedRequest[],
  when: { readonly now: number; readonly old: boolean },
): Promise<void> {
  const journal = await context.journal();
  const host = serviceHost(await context.recordedAs());
  const planned: PlannedRequest[] = [];
  const lines: string[] = [];
  for (const request of chosen) {
    const { operation, id } = request;
    // Requests to another host are not sent again.
    if (!isOperationId(operation) || request.host !== host || !isSentAgain(request, when)) continue;
    const body = parseJson((await journal.body(id)) ?? '');
    const sentences = sentencesOf(effectsOf(operations[operation], body, null));
    if (sentences.length === 0) continue;
    planned.push({ operation, body });
    lines.push(`${id}  ${operation}: ${sentences.join('. ')}`);
  }
  if (planned.length === 0) return;
  const requests = pluralize(planned.length, 'request');
  await confirmAct(context, planned, {
    what: `This sends ${requests} again. The service processes each one that it did not receive before`,
    toWhom: lines,
    question: 'Send again?',
  });
}

const isSentAgain = (
  request: RecordedRequest,
  { now, old }: { readonly now: number; readonly old: boolean },
): boolean => attemptStateOf(request, now, old || isKeyKept(request.at, now)).is !== 'look';
