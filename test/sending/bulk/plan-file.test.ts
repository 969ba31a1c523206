import { expect, it } from 'vitest';
import { type Plan, readPlan, writePlan } from '../../../src/sending/bulk/plan-file.js';
import { FileFailure } from '../../../src/cli/failure/failure.js';

const id = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';
const plan = (title: string): Plan => ({
  kind: 'esign bulk plan',
  version: 1,
  planned_at: '2026-12-01T08:00:00.000Z',
  settings: {
    host: 'api.example.test',
    mode: 'test',
    template_id: id,
    run: [],
    send: false,
    brand_id: null,
    completion_delivery: null,
    deadline: null,
  },
  template: { id, name: 'Lease', etag: null },
  expires_at: null,
  refusals: [],
  warnings: [],
  requests: [
    {
      number: 1,
      line: 2,
      key: 'k',
      identity: { by: 'recipients', id: 'i', who: 'w' },
      content: 'c',
      body: { template_id: id, title },
    },
  ],
});

it('a plan is written up to the very size that is read again, and no byte beyond', () => {
  const text = writePlan(plan('é'.repeat(100)), 'plan.json');
  const size = Buffer.byteLength(text);
  expect(readPlan(writePlan(plan('é'.repeat(100)), 'plan.json', size), 'plan.json')).toMatchObject({ changed: false });
  let refused: unknown;
  try {
    writePlan(plan('é'.repeat(100)), 'plan.json', size - 1);
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(FileFailure);
  expect(refused).toMatchObject({ code: 'plan_too_large' });
});
