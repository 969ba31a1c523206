import type { Contract } from '../../contract/overlay/contract.js';
import type { ContractLine } from '../../contract/overlay/line.js';
import { judgeNames, keyHeaderSaid, notEchoed } from '../../contract/prove/judge-answer.js';
import { barredBy, judgeRefusal, type Refusal, refusalIn } from '../../contract/prove/judge-refusal.js';
import type { Ask, FactName, Facts, Probe, Question } from '../../contract/prove/probe.js';
import { probes } from '../../contract/prove/probes.js';
import type { Operation } from '../../contract/operation.js';
import { createMask, learnSecrets, type Mask } from '../../client/mask.js';
import { readRetryAfter } from '../../client/retry.js';
import type { Clock } from '../../core/platform/clock.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import { Knowledge, type ProveState } from './state.js';
import {
  confirmed,
  judgeSuccess,
  lineWords,
  notTried,
  type Outcome,
  type ProveReport,
  refusalWords,
  refuted,
} from './outcome.js';
import {
  askBound,
  type Asker,
  askPath,
  type Exchange,
  isRenamed,
  missingWords,
  prepareQuestion,
  without,
} from './prepare-question.js';
import { type RawRequest, refuseUnusable, showExchange, type Transport, Unanswered } from './transport.js';

export interface ProveOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly userAgent: string;
  /** What is known of the service before. */
  readonly contract: Contract;
  readonly allowSend: boolean;
  /** A template to use, where none can be created. */
  readonly template: string | undefined;
  readonly state: ProveState;
  /** Called before each write and after each probe; durable before it returns. */
  readonly save: (state: ProveState) => Promise<void>;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly onProbe: (probe: Probe) => void;
}

const maxRounds = 8;
/** Unusable answers in a row after which nothing more is asked. */
const maxUnusable = 3;
const cleanUpMs = 15_000;
const aMinute = 60_000;

/**
 * Asks a service what esign expects of it, one question after the other, in the words that are known so far. Everything
 * that it makes is remembered before it is made. Throws Unanswered when it was stopped; the endpoint is deleted first.
 */
export async function prove(options: ProveOptions): Promise<ProveReport> {
  return await new Run(options).run();
}

class Run {
  readonly #options: ProveOptions;
  readonly #knowledge: Knowledge;
  readonly #mask: Mask;
  readonly #generic = new Map<string, string>();
  readonly #missingHeaders = new Set<string>();
  #state: ProveState;
  #facts: Facts;
  #unusable = 0;
  #signal: AbortSignal | undefined;

  constructor(options: ProveOptions) {
    const { state, contract, apiKey, clock, template } = options;
    this.#options = options;
    this.#state = state;
    this.#knowledge = new Knowledge(contract, state.lines, state.evidence);
    this.#mask = createMask([apiKey]);
    const given = template === undefined ? {} : { template: { id: template } };
    this.#facts = { ...state.facts, ...given, mark: state.mark, now: clock.now(), limits: contract.limits };
  }

  get #asker(): Asker {
    return {
      contract: this.#contract,
      facts: this.#facts,
      exchange: (probe, question, path) => this.#exchange(probe, question, path),
      learn: (lines) => this.#knowledge.learn(lines),
      shown: (exchange) => this.#shown(exchange),
    };
  }

  get #contract(): Contract {
    return this.#knowledge.contract;
  }

  async run(): Promise<ProveReport> {
    const outcomes: { probe: Probe; outcome: Outcome }[] = [];
    let leftEndpoint: string | null = null;
    try {
      // Of a run that was killed.
      if (this.#state.endpoint !== null) await this.#deleteEndpoints();
      for (const probe of probes) {
        const known = this.#isOfEndpoint(probe) ? undefined : this.#state.outcomes[probe.id];
        const outcome = known ?? (await this.#outcomeOf(probe));
        outcomes.push({ probe, outcome });
        if (known === undefined) await this.#remember({ outcomes: { ...this.#state.outcomes, [probe.id]: outcome } });
      }
    } finally {
      leftEndpoint = await this.#cleanUp();
    }
    return { outcomes, lines: this.#knowledge.lines, leftEndpoint };
  }

  #isOfEndpoint({ changes, needs = [] }: Probe): boolean {
    return changes === 'endpoint' || needs.includes('endpoint') || needs.includes('address');
  }

  async #outcomeOf(probe: Probe): Promise<Outcome> {
    const { allowSend, template } = this.#options;
    if (probe.changes === 'send' && !allowSend) return notTried('needs --allow send');
    const isOfOwn = probe.changes === 'template' || ['text-tags', 'form-fields'].includes(probe.id);
    if (isOfOwn && template !== undefined) return notTried('a template was given');
    if (this.#unusable >= maxUnusable) return notTried('the service gave no usable answer');
    const missing = probe.needs?.find((name) => this.#factNamed(name) === undefined);
    if (missing !== undefined) return notTried(missingWords[missing]);
    this.#options.onProbe(probe);
    try {
      const outcome = await this.#asked(probe);
      this.#unusable = 0;
      return outcome;
    } catch (failure) {
      if (!(failure instanceof Unanswered) || failure.stopped) throw failure;
      this.#unusable += 1;
      return notTried(failure.message);
    }
  }

  #factNamed(name: FactName): unknown {
    return name === 'rateLimit' ? this.#options.transport.rateLimit : this.#facts[name];
  }

  async #asked(probe: Probe): Promise<Outcome> {
    const { ask } = probe;
    switch (ask.kind) {
      case 'answer':
        return await this.#answer(probe, ask);
      case 'refusal':
        return await this.#refusal(probe, ask);
      case 'path':
        return await askPath(this.#asker, probe, ask);
      case 'bound':
        return await askBound(this.#asker, probe, ask);
      case 'fact': {
        const { lines, problems } = ask.check({ ...this.#facts, rateLimit: this.#options.transport.rateLimit });
        this.#knowledge.learn(lines);
        if (lines.length === 0 && problems.length === 0) return confirmed('as expected');
        return refuted(problems[0] ?? lineWords(lines), lines, null);
      }
    }
  }

  async #answer(probe: Probe, ask: Extract<Ask, { kind: 'answer' }>): Promise<Outcome> {
    const found: ContractLine[] = [];
    const unknown: string[] = [];
    const questions = [ask.question, ...(ask.others ?? [])];
    for (let round = 0; round < maxRounds; round += 1) {
      const [question = ask.question] = questions;
      const exchange = await this.#exchange(probe, without(question(this.#facts), unknown));
      const { status, json } = exchange.answer;
      if (status < 300) return await this.#success(probe, ask, exchange, { found, unknown });
      const refusal = refusalIn(status, json);
      await this.#forgetWrite(probe);
      if (refusal === null) return refuted(`${status} without an error object`, found, this.#shown(exchange));
      const barred = barredBy(this.#contract, refusal);
      if (barred !== null) return notTried(barred);
      const correction = this.#corrected(probe, exchange, refusal, unknown);
      if (correction !== null) found.push(...correction);
      else if (questions.length > 1) questions.shift();
      else return refuted(refusalWords(refusal), found, this.#shown(exchange));
    }
    return refuted('the service refuses each form of the request', found, null);
  }

  /** What the refusal of a request that should be right shows of its names; null when nothing can be done. */
  #corrected(
    probe: Probe,
    { request, row }: Exchange,
    refusal: Refusal,
    unknown: string[],
  ): readonly ContractLine[] | null {
    const own = this.#contract.header('Idempotency-Key');
    const sentKey = request.headers.some(([name]) => name === own);
    if (sentKey && this.#contract.codeNamed(refusal.code) === 'idempotency_key_required') {
      const line = {
        name: 'headers.Idempotency-Key',
        value: keyHeaderSaid(refusal.message, own) ?? 'X-Idempotency-Key',
      };
      return this.#knowledge.learn([line]) ? [line] : null;
    }
    if (row.body === null || (refusal.status !== 400 && refusal.status !== 422)) return null;
    const judged = judgeNames(this.#contract, probe.operation, refusal.message);
    if (judged === null) return null;
    if (judged.kind === 'renamed') return this.#knowledge.learn([judged.line]) ? [judged.line] : null;
    if (!judged.isOptional || unknown.includes(judged.path)) return null;
    unknown.push(judged.path);
    return [];
  }

  async #success(
    probe: Probe,
    ask: Extract<Ask, { kind: 'answer' }>,
    exchange: Exchange,
    { found, unknown }: { readonly found: readonly ContractLine[]; readonly unknown: readonly string[] },
  ): Promise<Outcome> {
    const { operation } = probe;
    const { answer, request, row } = exchange;
    const lines = [...found];
    let judged = judgeSuccess(this.#contract, probe, ask, { ...exchange.answer, evidence: this.#knowledge.evidence });
    for (let round = 0; round < maxRounds && judged.lines.length > 0; round += 1) {
      if (!this.#knowledge.learn(judged.lines)) break;
      lines.push(...judged.lines);
      judged = judgeSuccess(this.#contract, probe, ask, { ...exchange.answer, evidence: this.#knowledge.evidence });
    }
    // A header that is always missing is told once.
    const news = judged.problems.filter((problem) => !this.#missingHeaders.has(problem));
    for (const problem of news) if (problem.startsWith('the header ')) this.#missingHeaders.add(problem);
    const problems = [...news, ...judged.lines.map((line) => `${lineWords([line])} cannot be settled`)];
    const body = this.#contract.read(operation, 'answer', answer.json);
    if (isObject(body)) {
      const sent = this.#contract.read(operation, 'body', parseJson(request.body ?? ''));
      problems.push(...notEchoed(sent, body).slice(0, 5));
      for (const path of unknown) {
        const isKnownNow = this.#contract.lines.length > 0 && isRenamed(this.#contract, operation, path);
        if (!isKnownNow) problems.push(`${path} is not known there`);
      }
      const clause = ask.check?.(body, this.#facts) ?? null;
      if (clause !== null) problems.push(clause);
      await this.#keep(ask, body, exchange);
    } else if (row.answer.kind === 'json') {
      problems.push('the answer is not JSON');
    }
    if (ask.drops !== undefined) this.#facts = { ...this.#facts, [ask.drops]: undefined };
    if (problems.length === 0 && lines.length === 0) return confirmed(String(answer.status));
    return refuted(
      [lineWords(lines), ...problems].filter((one) => one !== '').join('; '),
      lines,
      this.#shown(exchange),
    );
  }

  async #keep(ask: Extract<Ask, { kind: 'answer' }>, body: object, { request, answer }: Exchange): Promise<void> {
    if (ask.keeps === undefined) return;
    const etag = ask.keeps === 'template' ? { etag: answer.headers.get('etag') } : {};
    this.#facts = { ...this.#facts, [ask.keeps]: body, ...etag };
    // The endpoint has a secret, and does not outlive the run.
    if (ask.keeps === 'endpoint') {
      const sent = this.#contract.read('registerWebhook', 'body', parseJson(request.body ?? ''));
      this.#facts = { ...this.#facts, address: isObject(sent) ? String(sent['url']) : undefined };
      return;
    }
    await this.#remember({ facts: { ...this.#state.facts, [ask.keeps]: body, ...etag } });
  }

  async #refusal(probe: Probe, ask: Extract<Ask, { kind: 'refusal' }>): Promise<Outcome> {
    const found: ContractLine[] = [];
    const unknown: string[] = [];
    for (let round = 0; round < maxRounds; round += 1) {
      const exchange = await this.#exchange(probe, without(ask.question(this.#facts), unknown));
      const { status, json } = exchange.answer;
      if (status < 300) return refuted(`it is accepted (${status})`, found, this.#shown(exchange));
      const refusal = refusalIn(status, json);
      if (refusal === null) return refuted(`${status} without an error object`, found, this.#shown(exchange));
      const judged = judgeRefusal(this.#contract, ask.code, refusal);
      const seen = `${status} ${refusal.code}`;
      if (judged.kind === 'expected') {
        return found.length === 0 ? confirmed(seen) : refuted(lineWords(found), found, this.#shown(exchange));
      }
      if (judged.kind === 'renamed') {
        const lines =
          this.#isSettled(ask.code, refusal.code) && this.#knowledge.learn(judged.lines) ? judged.lines : [];
        return refuted(`${seen} instead of ${ask.code}`, [...found, ...lines], this.#shown(exchange));
      }
      const barred = barredBy(this.#contract, refusal);
      if (barred !== null) return notTried(barred);
      const correction = ask.code === 'invalid_request' ? null : this.#corrected(probe, exchange, refusal, unknown);
      if (correction === null) {
        return refuted(`${refusalWords(refusal)}; expected ${ask.code}`, found, this.#shown(exchange));
      }
      found.push(...correction);
    }
    return refuted('the service refuses each form of the request', found, null);
  }

  /** A code for many cases may have a narrower one beside it: two cases have to agree on its other name. */
  #isSettled(code: string, seen: string): boolean {
    if (code !== 'invalid_request' && code !== 'not_found') return true;
    const before = this.#generic.get(code);
    this.#generic.set(code, seen);
    return before === seen;
  }

  /** One question and its answer. Throws Unanswered for anything that does not answer it. */
  async #exchange(probe: Probe, question: Question, path?: string): Promise<Exchange> {
    const row: Operation = this.#contract.row(probe.operation);
    const request = await this.#prepare(probe, question, path === undefined ? row : { ...row, path });
    if (probe.operation === 'registerWebhook' && this.#state.endpoint === null) {
      await this.#remember({ endpoint: { id: null } });
    }
    const ask = () => this.#options.transport.ask(request, this.#contract, this.#signal);
    let answer = await ask();
    if (answer.status === 429) {
      const { clock } = this.#options;
      const wait = readRetryAfter(answer.headers.get('retry-after'), clock.now()) ?? aMinute;
      await clock.sleep(Math.min(wait, aMinute), this.#signal);
      answer = await ask();
    }
    // Deadlines are asked for by the service's clock, which an emulator may have moved.
    const now = answer.headers.date('date');
    if (now !== undefined) this.#facts = { ...this.#facts, now };
    refuseUnusable(row, answer);
    learnSecrets(row, this.#contract.read(probe.operation, 'answer', answer.json), this.#mask);
    return { request, answer, row };
  }

  async #prepare(probe: Probe, question: Question, row: Operation): Promise<RawRequest> {
    const { request, kept } = prepareQuestion(question, {
      id: probe.id,
      row,
      service: { ...this.#options, contract: this.#contract },
      writes: this.#state.writes,
    });
    if (kept !== null) await this.#remember({ writes: { ...this.#state.writes, [probe.id]: kept } });
    return request;
  }

  /** A write that was refused made nothing, so that the next one is another. */
  async #forgetWrite({ id }: Probe): Promise<void> {
    if (this.#state.writes[id] === undefined) return;
    const { [id]: _, ...writes } = this.#state.writes;
    await this.#remember({ writes });
  }

  async #remember(change: Partial<ProveState>): Promise<void> {
    const { found, evidence } = this.#knowledge;
    this.#state = {
      ...this.#state,
      lines: Object.fromEntries(found.map(({ name, value }) => [name, value])),
      evidence: Object.fromEntries(evidence),
      ...change,
    };
    await this.#options.save(this.#state);
  }

  #shown({ row, request, answer }: Exchange) {
    return showExchange(row, request, answer, this.#mask);
  }

  /** Removes what must not stay, also after Ctrl-C; the address of an endpoint that stays, or null. */
  async #cleanUp(): Promise<string | null> {
    this.#signal = AbortSignal.timeout(cleanUpMs);
    const isSent = this.#state.writes['send'] !== undefined && this.#state.writes['void'] === undefined;
    const last = probes.find(({ id }) => id === 'void');
    if (isSent && last !== undefined && last.ask.kind === 'answer') {
      await this.#answer(last, last.ask).catch(() => null);
    }
    if (this.#state.endpoint === null) return null;
    const gone = await this.#deleteEndpoints().catch(() => false);
    return gone ? null : (this.#facts.address ?? `https://esign-prove.invalid/${this.#state.mark}`);
  }

  /** Deletes each endpoint whose address has the mark of this run. */
  async #deleteEndpoints(): Promise<boolean> {
    const [lister, remover] = ['list-endpoints', 'delete-endpoint'].map((id) =>
      probes.find((probe) => probe.id === id),
    );
    if (lister === undefined || remover === undefined) return false;
    const { answer } = await this.#exchange(lister, {});
    const body = this.#contract.read('listWebhooks', 'answer', answer.json);
    const listed: unknown = isObject(body) ? body['data'] : undefined;
    const own = Array.isArray(listed) ? listed.filter(isObject).filter(({ url }) => this.#isOwn(url)) : [];
    const ids = new Set([...own.map(({ id }) => id), this.#facts.endpoint?.['id']]);
    for (const id of ids) {
      if (typeof id !== 'string' || id === '') continue;
      const { answer: deleted } = await this.#exchange(remover, { parameters: { webhookId: id } });
      if (deleted.status >= 300 && deleted.status !== 404) return false;
    }
    this.#facts = { ...this.#facts, endpoint: undefined };
    await this.#remember({ endpoint: null });
    return true;
  }

  #isOwn(url: unknown): boolean {
    return typeof url === 'string' && url.endsWith(`/${this.#state.mark}`);
  }
}
