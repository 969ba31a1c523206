import { rm } from 'node:fs/promises';
import { pluralize } from '../cli/counted.js';
import { inspectSeen } from '../last-seen/store.js';
import { type Finding, finding, type Patient } from './finding.js';

/** What this machine remembers of templates, to compare with before a write; nothing is told where it knows none. */
export async function checkSeen({ context, fix }: Patient): Promise<readonly Finding[]> {
  const { count, damaged } = await inspectSeen(context.settings().stateDir.value);
  const words = `${pluralize(count, 'template')} remembered as last seen here`;
  const facts = { count, damaged };
  if (damaged.length === 0) return count === 0 ? [] : [finding('seen_templates', 'ok', `${words}.`, { facts })];
  const broken = `${pluralize(damaged.length, 'damaged record')}`;
  if (fix) {
    for (const path of damaged) await rm(path, { force: true });
    return [finding('seen_templates', 'fixed', `${words}. Removed ${broken}.`, { facts })];
  }
  return [
    finding('seen_templates', 'note', `${words}. ${broken} cannot be read and count as not seen.`, {
      hint: 'Remove damaged records: esign doctor --fix',
      facts,
    }),
  ];
}
