import { DescriptionUnreadable } from '../../contract/published/document.js';
import { pluralize } from '../context/counted.js';
import { type Finding, finding, type DoctorContext } from './finding.js';

/** Whether the service publishes what esign relies on; `esign spec check` lists the differences. */
export async function checkDescription({ contract }: DoctorContext, published: unknown): Promise<Finding> {
  const { compareWith } = await import('../../contract/published/adopt.js');
  try {
    const { differences } = compareWith(published, contract?.contract);
    const broken = differences.filter(({ breaks }) => breaks);
    const facts = { differences: differences.length, breaking: broken.length };
    if (differences.length === 0)
      return finding('description', 'ok', 'The API description matches the one that esign uses.', { facts });
    const words = `The API description has ${pluralize(differences.length, 'difference')}, and ${broken.length} of them affect esign.`;
    const hint = 'List the differences and how to correct them: esign spec check';
    return finding('description', broken.length === 0 ? 'note' : 'warning', words, { hint, facts });
  } catch (failure) {
    // An unreadable description must not hide the other findings.
    const why = failure instanceof DescriptionUnreadable ? failure.message : 'unexpected format';
    return finding('description', 'warning', `Cannot read the API description: ${why}.`);
  }
}
