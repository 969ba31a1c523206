import { rm } from 'node:fs/promises';
import { pluralize } from '../cli/counted.js';
import { inspectSeen } from '../last-seen/store.js';
import { type Finding, finding, type DoctorContext } from './finding.js';

/** Templates that this machine has seen, to compare with before a change; no finding when there are none. */
export async function checkLastSeen({ context, fix }: DoctorContext): Promise<readonly Finding[]> {
  const { count, damaged } = await inspectSeen(context.settings().stateDir.value);
  const words = `${pluralize(count, 'template')} recorded as last seen`;
  const facts = { count, damaged };
  if (damaged.length === 0) return count === 0 ? [] : [finding('seen_templates', 'ok', `${words}.`, { facts })];
  const broken = `${pluralize(damaged.length, 'damaged record')}`;
  if (fix) {
    for (const path of damaged) await rm(path, { force: true });
    return [finding('seen_templates', 'fixed', `${words}. Removed ${broken}.`, { facts })];
  }
  return [
    finding('seen_templates', 'note', `${words}. Cannot read ${broken}; these templates are treated as not seen.`, {
      hint: 'Remove damaged records: esign doctor --fix',
      facts,
    }),
  ];
}
