import type { Ask, Probe } from '../../contract/prove/probe.js';
import type { Contract, OwnHeader } from '../../contract/overlay/contract.js';
import type { ContractLine } from '../../contract/overlay/line.js';
import type { Refusal } from '../../contract/prove/judge-refusal.js';
import type { Operation } from '../../contract/operation.js';
import type { Evidence } from '../../contract/prove/evidence.js';
import { judgeAnswer, judgeHeaders, type Judgement } from '../../contract/prove/judge-answer.js';
import type { HeaderList } from '../../core/http/headers.js';

/** A request and its answer, masked. */
export interface ShownExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  } | null;
}

/** What one probe showed. */
export interface Outcome {
  readonly result: 'confirmed' | 'refuted' | 'not_tried';
  /** What was seen, or why it was not tried. */
  readonly seen: string;
  /** What settles it. */
  readonly lines: readonly ContractLine[];
  /** Where it was refuted. */
  readonly exchange: ShownExchange | null;
}

const maxSeen = 300;

const cut = (text: string): string => (text.length > maxSeen ? `${text.slice(0, maxSeen)}…` : text);
export const confirmed = (seen: string): Outcome => ({
  result: 'confirmed',
  seen: cut(seen),
  lines: [],
  exchange: null,
});
export const notTried = (why: string): Outcome => ({ result: 'not_tried', seen: cut(why), lines: [], exchange: null });
export const refuted = (seen: string, lines: readonly ContractLine[], exchange: Outcome['exchange']): Outcome => ({
  result: 'refuted',
  seen: cut(seen),
  lines,
  exchange,
});

export const lineWords = (lines: readonly ContractLine[]): string =>
  lines.map(({ name, value }) => `${name}: ${typeof value === 'object' ? value.join(', ') : value}`).join(', ');
export const refusalWords = ({ status, code, message }: Refusal): string => `${status} ${code}: ${message}`;

export interface ProveReport {
  readonly outcomes: readonly { readonly probe: Probe; readonly outcome: Outcome }[];
  /** Of a contract file, those that were there before included. */
  readonly lines: readonly ContractLine[];
  /** An endpoint that could not be deleted again, by its address. */
  readonly leftEndpoint: string | null;
}

type Answering = Extract<Ask, { kind: 'answer' }>;

interface Success {
  readonly status: number;
  readonly headers: HeaderList;
  readonly json: unknown;
  readonly evidence: Evidence;
}

/** What a success shows that differs from its row: status, body and headers. */
export function judgeSuccess(contract: Contract, { operation }: Probe, ask: Answering, answer: Success): Judgement {
  const { status, headers, json, evidence } = answer;
  const row = contract.row(operation);
  const statusLine: readonly ContractLine[] =
    status === row.answer.status ? [] : [{ name: `${operation}.status`, value: status }];
  const body =
    row.answer.kind === 'json'
      ? judgeAnswer(contract, operation, json, {
          evidence,
          ...(ask.expected === undefined ? {} : { expected: ask.expected }),
        })
      : { lines: [], problems: [] };
  const judged = judgeHeaders(contract, expectedHeaders(row), headers.pairs);
  return {
    lines: [...statusLine, ...body.lines, ...judged.lines],
    problems: [...body.problems, ...judged.problems, ...specialHeaders(contract, ask, headers)],
  };
}

function specialHeaders(contract: Contract, { hasEtag, replayed }: Answering, headers: HeaderList): readonly string[] {
  const etag = headers.get('etag');
  const value = headers.get(contract.header('Idempotency-Replayed'))?.trim().toLowerCase();
  return [
    ...(hasEtag === true && (etag === undefined || !/^"[^"]+"$/.test(etag)) ? ['it has no strong ETag'] : []),
    ...(replayed !== undefined && value !== undefined && value !== String(replayed)
      ? [`Idempotency-Replayed is ${value.slice(0, 20)}`]
      : []),
  ];
}

const expectedHeaders = ({ credential, idempotencyKey }: Operation): readonly OwnHeader[] => [
  ...(credential ? (['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const) : []),
  ...(idempotencyKey === 'required' ? (['Idempotency-Replayed'] as const) : []),
];
