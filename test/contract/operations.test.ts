import { expect, it } from 'vitest';
import { errorCodes } from '../../src/contract/error-codes.js';
import { errorsOf } from '../../src/contract/operation.js';
import { operationIds, operations } from '../../src/contract/operations.js';

it('lists each operation under its own id, once for each method and path', () => {
  const routes = operationIds.map((id) => {
    expect(operations[id].id).toBe(id);
    return `${operations[id].method} ${operations[id].path}`;
  });
  expect(new Set(routes).size).toBe(routes.length);
});

it('declares exactly the parameters that a path holds', () => {
  for (const id of operationIds) {
    const inPath = [...operations[id].path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(operations[id].parameters), id).toEqual(inPath);
  }
});

it('marks a row as assumed exactly when it names its assumption', () => {
  for (const id of operationIds) {
    const row = operations[id];
    expect('assumption' in row, id).toBe(row.basis === 'assumed');
  }
});

it('can answer every code of the table through some operation', () => {
  const reachable = new Set(operationIds.flatMap((id) => [...errorsOf(operations[id])]));
  expect(Object.keys(errorCodes).filter((code) => !reachable.has(code as keyof typeof errorCodes))).toEqual([]);
});

it('has the statuses and retry classes of the description', () => {
  const rows = Object.entries(errorCodes).map(([code, row]) => [code, row.status, row.retry]);
  expect(rows).toContainEqual(['rate_limited', 429, 'rate_limited']);
  expect(rows).toContainEqual(['internal_error', 500, 'internal_error']);
  expect(rows).toContainEqual(['service_unavailable', 503, 'service_unavailable']);
  expect(rows).toContainEqual(['request_in_progress', 409, 'request_in_progress']);
  expect(rows).toContainEqual(['recipient_not_yet_turn', 409, 'turn']);
  expect(rows).toContainEqual(['send_allowance_exhausted', 402, 'none']);
  expect(rows).toContainEqual(['template_archived', 404, 'none']);
  expect(rows.filter(([, , retry]) => retry !== 'none')).toHaveLength(5);
});
