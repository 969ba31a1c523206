import { whereIs } from '../../core/platform/process-identity.js';
import type { RequestJournal } from '../../store/requests.js';
import type { State } from '../../store/state.js';
import { readListeners } from '../../listen/endpoint/state.js';
import { deliveriesAbout, forgetDeliveries } from './deliveries.js';
import { emptyReport, type Report } from './report.js';
import { forgetRequests, openRequestsAbout } from './requests.js';
import { forgetRows, rowsAbout } from './runs.js';
import { envelopesAbout, forgetRowsOf } from './rows.js';
import { forgetSmallFiles } from './small-files.js';
import { type Criterion, Subject } from './subject.js';

export interface ForgetOptions {
  readonly stateDir: string;
  readonly state: State;
  readonly journal: RequestJournal;
  readonly criterion: Criterion;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** False: only count. */
  readonly apply: boolean;
}

/**
 * Deletes the data on this machine about an envelope, about a person, or from before a time, a page of rows at a time; one
 * that was interrupted can be repeated. Throws JournalFailure, FileFailure and system errors.
 */
export async function forget({ stateDir, state, journal, criterion, now, apply }: ForgetOptions): Promise<Report> {
  const subject = new Subject(criterion);
  const report = emptyReport();
  // Records with the address lead to the others: they are read first and deleted last, so that a killed run can be
  // repeated.
  const open = await openRequestsAbout(journal, subject);
  const rows = rowsAbout(state, subject);
  if (criterion.by === 'person') deliveriesAbout(state, subject);
  envelopesAbout(state, subject);
  report.kept.openRequests.push(...open);
  await forgetRequests(journal, subject, report, { apply, now });
  await forgetSmallFiles(stateDir, subject, report, apply);
  forgetDeliveries(state, subject, report, { apply, now });
  forgetRowsOf(state, subject, report, apply);
  forgetRows(state, rows, report, apply);
  // Of what a killed run deleted, too, nothing is left.
  if (apply) state.flush();
  if (report.removed.deliveries + report.removed.listener_notes > 0) {
    report.kept.listeners.push(...(await runningListeners(stateDir)));
  }
  return report;
}

/** A listener has known envelopes in memory, and writes them again. */
async function runningListeners(stateDir: string): Promise<readonly number[]> {
  const found: number[] = [];
  for (const { pid, started } of await readListeners(stateDir)) {
    if ((await whereIs(pid, started)) !== 'gone') found.push(pid);
  }
  return found;
}
