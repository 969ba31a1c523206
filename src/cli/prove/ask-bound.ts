import { boundOf } from '../../contract/prove/bound-of.js';
import { boundSaid, findBound, type Fits } from '../../contract/prove/find-bound.js';
import { refusalIn } from '../../contract/prove/judge-refusal.js';
import type { Ask, Probe } from '../../contract/prove/probe.js';
import type { Asker, Exchange } from './asker.js';
import { confirmed, notTried, type Outcome, refusalWords, refuted } from './outcome.js';

/** Asks with a text of the expected length, one longer, and looks for the service's own bound where they differ. */
export async function askBound(asker: Asker, probe: Probe, ask: Extract<Ask, { kind: 'bound' }>): Promise<Outcome> {
  const expected = boundOf(asker.contract, probe.operation, ask.property) ?? ask.otherwise ?? null;
  if (expected === null) return notTried('it has no bound');
  let last: Exchange | null = null;
  let said: number | null = null;
  let why = '';
  const fits = async (size: number): Promise<Fits> => {
    last = await asker.exchange(probe, ask.question(asker.facts, size));
    const refusal = refusalIn(last.answer.status, last.answer.json);
    if (refusal === null) return ask.fits === null && last.answer.status < 300 ? true : null;
    const code = asker.contract.codeNamed(refusal.code);
    if (code === ask.fits) return true;
    why = refusalWords(refusal);
    if (code !== 'invalid_request') return null;
    said ??= boundSaid(refusal.message);
    return false;
  };
  const atBound = await fits(expected);
  const above = atBound === true ? await fits(expected + 1) : null;
  if (atBound === true && above === false) return confirmed(`at most ${expected}`);
  if (atBound === null || (atBound && above === null)) return notTried(`it cannot be told: ${why}`);
  const bound = await findBound(atBound ? expected + 1 : expected, atBound, fits, said);
  const shown = last === null ? null : asker.shown(last);
  if (bound.kind !== 'exact') {
    return refuted(bound.kind === 'above' ? `at least ${bound.value}` : `less than ${expected}`, [], shown);
  }
  const line = { name: `${probe.operation}.${ask.property}.max`, value: bound.value };
  return refuted(`at most ${bound.value}`, asker.learn([line]) ? [line] : [], shown);
}
