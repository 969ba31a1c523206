import type { Operation } from '../../contract/operation.js';
import type { Contract, ContractLine, OwnHeader } from '../../contract/overlay/contract.js';
import type { Evidence } from '../../contract/prove/evidence.js';
import { judgeAnswer, judgeHeaders, type Judgement } from '../../contract/prove/judge-answer.js';
import type { Ask, Probe } from '../../contract/prove/probe.js';
import type { HeaderList } from '../../core/http/headers.js';

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
