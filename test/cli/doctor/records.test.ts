import { expect, it } from 'vitest';
import { openState } from '../../../src/store/state.js';
import { keepSeen } from '../../../src/store/last-seen.js';
import { addEnvelopes } from '../../../src/store/known-envelopes.js';
import { doctorDesk } from '../../support/program/doctor.js';

const desk = doctorDesk();

it('says nothing before anything is recorded, then how much, since when and for how long', async () => {
  expect((await desk.doctor()).checks.map(({ check }) => check)).not.toContain('records');
  const state = openState(`${desk.machine.folder}/state`);
  state.write((sql) => addEnvelopes(sql, ['6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11'], 'h', Date.parse('2026-03-01')));
  const place = { baseUrl: 'https://api.test', templateId: 't' };
  keepSeen(state, place, () => ({ etag: null, facts: new Map(), runs: [] }), Date.parse('2026-04-01'));
  const { found, facts, state: how } = (await desk.doctor({ ESIGN_JOURNAL_DAYS: '90' })).of('records');
  expect([how, found]).toEqual([
    'ok',
    expect.stringMatching(/state\.db has 2 rows in \d+ kB, the oldest from 2026-03-01\. .* after at most 180 days\.$/),
  ]);
  expect(facts).toEqual({
    bytes: expect.any(Number),
    tables: [
      { table: 'envelopes', rows: 1, oldest: '2026-03-01T00:00:00.000Z', kept_for_days: 90 },
      { table: 'seen_templates', rows: 1, oldest: '2026-04-01T00:00:00.000Z', kept_for_days: 180 },
    ],
  });
});

it('leaves a mistaken setting to other checks', async () => {
  openState(`${desk.machine.folder}/state`).write((sql) => addEnvelopes(sql, ['x'], 'h', 1));
  const { checks } = await desk.doctor({ ESIGN_JOURNAL_DAYS: 'x' });
  expect(checks.map(({ check }) => check)).not.toContain('records');
});
