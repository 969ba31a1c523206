import type { Ask, Probe } from '../../contract/prove/probe.js';
import { barredBy, refusalIn } from '../../contract/prove/judge-refusal.js';
import type { Asker } from './asker.js';
import { confirmed, lineWords, notTried, type Outcome, refuted } from './outcome.js';

/** Asks whether an operation is at its path, by a question that makes nothing, and at the other paths that it may have. */
export async function askPath(asker: Asker, probe: Probe, ask: Extract<Ask, { kind: 'path' }>): Promise<Outcome> {
  const row = asker.contract.row(probe.operation);
  const paths = [row.path, ...ask.words.map((word) => row.path.replace(/(?<![^/])[^/]+$/, word))];
  // First an id that names nothing, so that nothing can be done; then the draft, still without a key.
  for (const question of [ask.question, ask.real]) {
    if (question === undefined) continue;
    for (const path of paths) {
      const exchange = await asker.exchange(probe, question(asker.facts), path);
      const { status, json } = exchange.answer;
      if (status < 300)
        return refuted(`it is accepted without an Idempotency-Key (${status})`, [], asker.shown(exchange));
      const refusal = refusalIn(status, json);
      const barred = refusal === null ? null : barredBy(asker.contract, refusal);
      if (barred !== null) return notTried(barred);
      const code = refusal === null ? null : asker.contract.codeNamed(refusal.code);
      if (code !== 'idempotency_key_required' && !(code === 'invalid_request' && path === row.path)) continue;
      if (path === row.path) return confirmed(`${status} ${refusal?.code ?? ''}`);
      const line = { name: `${probe.operation}.path`, value: path };
      if (!asker.learn([line])) continue;
      return refuted(lineWords([line]), [line], asker.shown(exchange));
    }
  }
  const others = ask.words.slice(0, 3).join(', ');
  return refuted(`nothing answers at ${row.path}, nor at ${others} and others`, [], null);
}
