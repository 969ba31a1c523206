import { randomUUID } from 'node:crypto';
import { prepareRequest } from '../../client/request.js';
import type { Operation } from '../../contract/operation.js';
import type { Contract } from '../../contract/overlay/contract.js';
import type { ContractLine } from '../../contract/overlay/line.js';
import { headersIn } from '../../contract/overlay/edge.js';
import type { Ask, FactName, Facts, Probe, Question } from '../../contract/prove/probe.js';
import type { KeptWrite, ProveState } from './state.js';
import type { RawAnswer, RawRequest } from './transport.js';
import { boundOf, boundSaid, findBound, type Fits } from '../../contract/prove/find-bound.js';
import { barredBy, refusalIn } from '../../contract/prove/judge-refusal.js';
import { confirmed, lineWords, notTried, type Outcome, refusalWords, refuted, type ShownExchange } from './outcome.js';
import type { OperationId } from '../../contract/operations.js';
import { isObject } from '../../core/platform/json.js';

interface Asked {
  /** Of the probe. */
  readonly id: string;
  readonly row: Operation;
  readonly service: {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly userAgent: string;
    readonly contract: Contract;
  };
  readonly writes: ProveState['writes'];
}

interface Prepared {
  readonly request: RawRequest;
  /** A write to record before it is sent; null for a read, or when it is recorded already. */
  readonly kept: KeptWrite | null;
}

/** The request of a question in the words of the service, with the key and the bytes of the write that it repeats. */
export function prepareQuestion(question: Question, { id, row, service, writes }: Asked): Prepared {
  const { contract } = service;
  const { parameters, query, body, ifMatch, anonymous = false, idempotencyKey = 'fresh', keyOf } = question;
  const key = row.idempotencyKey === 'required' && idempotencyKey !== 'none' ? randomUUID() : undefined;
  const prepared = prepareRequest(
    anonymous ? { ...row, credential: false } : row,
    { parameters, query, body },
    service,
    { idempotencyKey: key, ifMatch },
    true,
  );
  const kept = writes[keyOf ?? id];
  const write: KeptWrite | null =
    idempotencyKey === 'kept' && key !== undefined
      ? (kept ?? { key, body: prepared.body ?? null })
      : keyOf !== undefined && kept !== undefined
        ? { key: kept.key, body: body === undefined ? kept.body : (prepared.body ?? null) }
        : null;
  const value = idempotencyKey === 'long' ? 'x'.repeat(contract.limits.idempotencyKeyLength + 1) : write?.key;
  const headers = prepared.headers.map(([name, said]) =>
    name === contract.header('Idempotency-Key') || name === 'Idempotency-Key'
      ? ([name, value ?? said] as const)
      : ([name, said] as const),
  );
  const json: readonly (readonly [string, string])[] =
    write !== null && write.body !== null && prepared.body === undefined ? [['Content-Type', 'application/json']] : [];
  return {
    request: {
      method: row.method,
      url: prepared.url,
      headers: headersIn(contract, [...headers, ...json], 'to'),
      body: write === null ? prepared.body : (write.body ?? undefined),
    },
    kept: idempotencyKey === 'kept' && write !== null && kept === undefined ? write : null,
  };
}

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

export interface Exchange {
  readonly request: RawRequest;
  readonly answer: RawAnswer;
  readonly row: Operation;
}

/** What a question needs of the run that asks it. */
export interface Asker {
  /** As far as it is known now. */
  readonly contract: Contract;
  readonly facts: Facts;
  /** One question and its answer, at another path where one is given. Throws Unanswered. */
  exchange(probe: Probe, question: Question, path?: string): Promise<Exchange>;
  /** False when the lines say nothing new. */
  learn(lines: readonly ContractLine[]): boolean;
  shown(exchange: Exchange): ShownExchange;
}

/** Why a question cannot be asked. */
export const missingWords: Readonly<Record<FactName, string>> = {
  template: 'no template was created',
  etag: 'the template was not read with an ETag',
  draft: 'no draft was created',
  sent: 'nothing was sent',
  endpoint: 'no webhook endpoint was registered',
  address: 'no webhook endpoint was registered',
  rateLimit: 'the service did not say its rate limit',
};

/** The question without properties that the service does not know. */
export function without(question: Question, paths: readonly string[]): Question {
  return paths.length === 0 ? question : { ...question, body: paths.reduce(removed, question.body) };
}

function removed(value: unknown, path: string): unknown {
  const [first = '', ...rest] = path.split('.');
  const name = first.replace('[]', '');
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  if (rest.length === 0) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
  const inside = value[name];
  const below = rest.join('.');
  return {
    ...value,
    [name]: Array.isArray(inside) ? inside.map((item: unknown) => removed(item, below)) : removed(inside, below),
  };
}

/** Whether a property of the body that a service did not know has another name by now. */
export function isRenamed(contract: Contract, operation: OperationId, path: string): boolean {
  const nested = path
    .split('.')
    .reduceRight<unknown>(
      (inside, step) => (step.endsWith('[]') ? { [step.slice(0, -2)]: [inside] } : { [step]: inside }),
      'x',
    );
  return JSON.stringify(contract.written(operation, 'body', nested)) !== JSON.stringify(nested);
}
