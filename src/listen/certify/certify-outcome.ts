import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { limits } from '../../contract/limits.js';
import type { AttemptOutcome } from '../forward/attempt.js';
import type { Kit, Outgoing } from './certify.js';

/**
 * How a receiver kept one rule. `title` is what a receiver must do, as a sentence. `advice`: it is not wrong, and could
 * be better. `skipped`: an input of the rule is missing; the reason names the flag.
 */
export const ruleResult = (s: ShapeBlocks) =>
  s.object({
    rule: s.text,
    title: s.text,
    outcome: s.oneOf('pass', 'advice', 'fail', 'skipped'),
    reason: s.text,
    milliseconds: s.number,
  });
export type RuleResult = Shaped<typeof ruleResult>;

/** The result of one rule, with the reason as text. */
export interface Finding {
  readonly outcome: 'pass' | 'advice' | 'fail' | 'skipped';
  readonly reason: string;
}

/** A receiver that rejects everything passes each rule about forgeries, which proves nothing. */
export const nothingTaken = 'it rejects valid deliveries, so its rejections prove nothing';

export const pass = (reason: string): Finding => ({ outcome: 'pass', reason });
export const fail = (reason: string): Finding => ({ outcome: 'fail', reason });
export const advise = (reason: string): Finding => ({ outcome: 'advice', reason });

/** It responds with 2xx, and the app processes it once; `mend` is what a receiver that responds otherwise lacks. */
export async function mustAccept(kit: Kit, delivery: Outgoing, mend: string): Promise<Finding> {
  const found = await acceptOnly(kit, delivery, mend);
  if (found.outcome !== 'pass') return found;
  return acted(await kit.actedOn(delivery.event.id, 1), 1, found.reason, mend);
}

/** It responds with 2xx; whether the app acts on it is not checked. */
export async function acceptOnly(kit: Kit, delivery: Outgoing, mend: string): Promise<Finding> {
  const outcome = await kit.deliver(delivery);
  const why = whyNotAccepted(outcome);
  return why === null
    ? pass(`responded with ${outcome.status} in ${outcome.milliseconds} ms`)
    : fail(mended(why, outcome, mend));
}

/** It responds with 4xx, and the app does not process it; `mend` is what a receiver that accepts it lacks. */
export async function mustRefuse(kit: Kit, delivery: Outgoing, mend: string): Promise<Finding> {
  const outcome = await kit.deliver(delivery);
  const { status } = outcome;
  if (status !== null && status >= 300 && status < 400) return fail(`responded with ${status}; ${expected}`);
  if (isTimeout(outcome)) return fail(outcomeWords(outcome));
  if (status === null || status > 499) {
    return fail(`${outcomeWords(outcome)}; ${expected}: check its log for a crash`);
  }
  const count = await kit.actedOn(delivery.event.id, 0);
  if (status < 300) {
    const why = `${outcomeWords(outcome)}, so it accepted the delivery`;
    return fail(count === 0 ? `${why}, and the app did not process it: verify before you respond` : `${why}; ${mend}`);
  }
  return acted(count, 0, `responded with ${status}`, 'verify before you act');
}

/** What is varied, each with words that begin the reason of a failure. */
export type Forms<Form> = readonly (readonly [words: string, form: Form])[];

/** Tries every form; the first that fails is the finding. */
export async function inEachForm<Form>(
  kit: Kit,
  forms: Forms<Form>,
  passed: string,
  act: (form: Form) => Promise<Finding>,
): Promise<Finding> {
  const found = await kit.each(forms, async ([words, form]) => {
    const one = await act(form);
    return one.outcome === 'fail' ? fail(`${words}: ${one.reason}`) : one;
  });
  return found.find(({ outcome }) => outcome === 'fail') ?? pass(passed);
}

/** Checks how often the app processed the event; null passes, because the app does not report it. */
export function acted(count: number | null, expected: number, reason: string, mend: string): Finding {
  if (count === null) return pass(reason);
  if (count === expected) return pass(`${reason}, ${expected === 0 ? 'not processed' : 'processed once'}`);
  const did = count === 0 ? 'did not process it' : count === 1 ? 'processed it' : `processed it ${count} times`;
  return fail(`${reason}, but the app ${did}: ${mend}`);
}

/** Adds how to mend it where the receiver responded: one that does not respond has another trouble. */
export const mended = (why: string, { status }: AttemptOutcome, mend: string): string =>
  status === null ? why : `${why}; ${mend}`;

/** Why an outcome does not count as accepted; null when it does. */
export function whyNotAccepted(outcome: AttemptOutcome): string | null {
  const { status, excerpt } = outcome;
  if (status === null || status < 200 || status > 299) return outcomeWords(outcome);
  // PHP responds so where it displays errors, and the service never delivers the event again.
  return /\bFatal error ?: /.test(excerpt)
    ? `${outcomeWords(outcome)}: it crashed; check its log, and set display_errors to Off`
    : null;
}

/** An outcome as text, without a full stop. */
export function outcomeWords(outcome: AttemptOutcome): string {
  const { status, words, location, excerpt } = outcome;
  if (status !== null && status >= 300 && status < 400) {
    return `responded with ${status}${location === null ? '' : ` to ${location}`}; register the target URL instead`;
  }
  if (isTimeout(outcome)) {
    return `did not respond within ${timeoutSeconds} s, when the service gives up: respond first, and work afterwards`;
  }
  if (status === null) return `did not respond: ${words ?? 'no data received'}`;
  return `responded with ${status}${excerpt === '' ? '' : `: ${firstOf(excerpt)}`}`;
}

const { timeoutSeconds } = limits.webhook;
const isTimeout = ({ status, milliseconds }: AttemptOutcome): boolean =>
  status === null && milliseconds >= timeoutSeconds * 1000;
const expected = 'expected a 4xx such as 400 or 401';
const excerptLength = 120;

/** The first words of a response: a page with an error may list files for long. */
function firstOf(text: string): string {
  if (text.length <= excerptLength) return text;
  const start = text.slice(0, excerptLength);
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), excerptLength / 2))}…`;
}
