import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobKind } from '../../../src/emulator/delivery/jobs.js';
import { jobRepository, type JobRepository } from '../../../src/emulator/store/job-repository.js';
import { createRig, type Rig } from '../../support/emulator/temporary-store.js';

let rig: Rig;
let jobs: JobRepository;
beforeEach(() => {
  rig = createRig();
  jobs = jobRepository(rig.store.sql);
});
afterEach(() => rig.close());

const none = new Set<string>();
const add = (id: string, kind: JobKind, dueAt: number): void =>
  rig.store.commitNow(() => jobs.insert({ id, kind, subject: `of ${id}`, due_at: dueAt }));

describe('the next jobs', () => {
  beforeEach(() => {
    add('late', 'deliver', 30);
    add('first', 'deliver', 10);
    add('second', 'deliver', 10);
    add('seal', 'seal', 20);
  });

  it('are those of one lane, in order of time and then of creation', () => {
    const ids = (...[lane, now, max, passedOver]: Parameters<JobRepository['due']>): string[] =>
      jobs.due(lane, now, max, passedOver).map(({ id }) => id);
    expect(ids('deliveries', 30, 9, none)).toEqual(['first', 'second', 'late']);
    expect(ids('deliveries', 29, 1, none)).toEqual(['first']);
    expect(ids('deliveries', 30, 1, new Set(['first', 'seal']))).toEqual(['second']);
    expect(ids('others', 30, 9, none)).toEqual(['seal']);
    expect(ids('others', 19, 9, none)).toEqual([]);
  });

  it('are due at the earliest time of both lanes', () => {
    expect([jobs.next(none), jobs.next(new Set(['first', 'second']))]).toEqual([10, 20]);
    expect([9, 10, 20, 30].map((now) => jobs.nextAfter(now))).toEqual([10, 20, 30, null]);
    rig.store.sql.run('DELETE FROM jobs');
    expect([jobs.next(none), jobs.nextAfter(0)]).toEqual([null, null]);
  });
});
