import type { Client } from '../../client/client.js';
import { ServiceFailure, TransportFailure, UnexpectedAnswer } from '../../client/failure.js';
import { explain } from '../failure/explain.js';
import { proxyFor } from '../../core/http/proxy-choice.js';
import { limits } from '../../contract/limits.js';
import { ServiceClock } from '../../listen/endpoint/service-clock.js';
import { serviceTime } from '../emulator/service-time.js';
import { type DoctorContext, failed, type Finding, finding } from './finding.js';
import { DescriptionUnreadable } from '../../contract/published/document.js';
import { pluralize } from '../context/counted.js';

/** Whether the service responds, which API description it publishes, and the difference of the clocks. */

const timeoutMs = 10_000;
const tolerance = limits.webhook.toleranceSeconds;
const uneasy = 60;

export interface Answered {
  readonly findings: readonly Finding[];
  /** Null when the service did not respond; the later checks are then skipped. */
  readonly client: Client | null;
}

export async function checkService(doctorContext: DoctorContext): Promise<Answered> {
  const { context, baseUrl } = doctorContext;
  if (baseUrl === null) return { findings: [], client: null };
  const clock = new ServiceClock(() => context.clock.now());
  const plain = await context.api({ baseUrl, apiKey: doctorContext.key?.value.secret ?? null });
  const client = clock.watch(once(plain));
  const began = context.clock.now();
  try {
    const { body } = await client.call('getSpecification', {});
    const took = Math.max(0, context.clock.now() - began);
    // A description may lack it.
    const version: string | null = body.info.version ?? null;
    const named = version === null ? '' : `, API version ${version}`;
    const found = finding('service', 'ok', `The service responds in ${took} ms${named}.`, {
      facts: { milliseconds: took, version },
    });
    return {
      findings: [found, await checkDescription(doctorContext, body), await checkClock(doctorContext, clock.ahead)],
      client,
    };
  } catch (failure) {
    const { message, hint, exitCode } = explain(failure);
    if (failure instanceof TransportFailure) {
      if (failure.reason === 'aborted') throw failure;
      const proxy = proxyFor(doctorContext.network, new URL(baseUrl));
      const way = proxy === null ? hint : `The connection uses ${proxy.variable}. Check it and NO_PROXY.`;
      const unavailable = failed('service', exitCode, message, { hint: way });
      return { findings: [unavailable], client: null };
    }
    if (!(failure instanceof ServiceFailure) && !(failure instanceof UnexpectedAnswer)) throw failure;
    const words = `The service responds, but without its API description: ${message}`;
    const where =
      'Check the base URL. If the description is at another path, set `getSpecification.path` in the contract file.';
    return { findings: [finding('service', 'warning', words, { hint: where }), noDate()], client };
  }
}

/** One attempt for each request, with a short timeout: an unavailable service is the finding. */
function once(client: Client): Client {
  return {
    ...client,
    call: (operation, input, given) => client.call(operation, input, { timeout: timeoutMs, maxWait: 0, ...given }),
  };
}

const noDate = (): Finding => finding('clock', 'skipped', 'The time of the service is not known.');

/** Signatures are good for 300 seconds in both directions (Events: Signature). */
async function checkClock({ context }: DoctorContext, ahead: number | null): Promise<Finding> {
  if (context.settings().emulator) return emulatorClock(await serviceTime(context), context.clock.now());
  if (ahead === null) return noDate();
  const seconds = Math.round(ahead / 1000);
  const facts = { ahead_seconds: seconds };
  const off = Math.abs(seconds);
  if (off <= 1) return finding('clock', 'ok', 'The clock of this machine matches the service.', { facts });
  const words = `The clock of this machine is about ${off} s ${seconds > 0 ? 'ahead of' : 'behind'} the service. Up to ${tolerance} s is accepted.`;
  const hint = 'Set the clock of this machine, or enable time synchronization.';
  if (off > tolerance) return failed('clock', 9, words, { hint, facts });
  return off > uneasy ? finding('clock', 'warning', words, { hint, facts }) : finding('clock', 'ok', words, { facts });
}

/** An emulator clock is moved on purpose; signatures carry the time of this machine, so that they verify. */
function emulatorClock(there: number, here: number): Finding {
  const seconds = Math.round((here - there) / 1000);
  const facts = { ahead_seconds: seconds };
  if (Math.abs(seconds) <= uneasy) return finding('clock', 'ok', 'The emulator clock matches this machine.', { facts });
  const words = `The emulator clock was moved to ${new Date(there).toISOString()}.`;
  return finding('clock', 'note', words, {
    hint: 'Deliveries still verify. `esign emulator reset --clock` deletes its data and goes back to real time.',
    facts,
  });
}

/** Whether the service publishes what esign relies on; `esign spec check` lists the differences. */
async function checkDescription({ contract }: DoctorContext, published: unknown): Promise<Finding> {
  const { compareWith } = await import('../../contract/published/adopt.js');
  try {
    const { differences } = compareWith(published, contract?.contract);
    const broken = differences.filter(({ breaks }) => breaks);
    const facts = { differences: differences.length, breaking: broken.length };
    if (differences.length === 0)
      return finding('description', 'ok', 'The API description matches the one that esign uses.', { facts });
    const words = `The API description has ${pluralize(differences.length, 'difference')}, and ${broken.length} of them affect esign.`;
    const hint = 'List the differences and how to correct them: esign spec check';
    return finding('description', broken.length === 0 ? 'note' : 'warning', words, { hint, facts });
  } catch (failure) {
    // An unreadable description must not hide the other findings.
    const why = failure instanceof DescriptionUnreadable ? failure.message : 'unexpected format';
    return finding('description', 'warning', `Cannot read the API description: ${why}.`);
  }
}
