import { DescriptionUnreadable } from '../contract/published/document.js';
import { pluralize } from '../cli/counted.js';
import { type Finding, finding, type Patient } from './finding.js';

/** Whether the service publishes what esign relies on; `esign spec check` tells where it does not. */
export async function checkDescription({ overrides }: Patient, published: unknown): Promise<Finding> {
  const { openApi } = await import('../contract/openapi.js');
  const { compareDescriptions } = await import('../contract/published/compare.js');
  try {
    const { differences } = compareDescriptions(openApi(), published, overrides?.corrections);
    const broken = differences.filter(({ breaks }) => breaks);
    const facts = { differences: differences.length, breaking: broken.length };
    if (differences.length === 0)
      return finding('description', 'ok', 'It describes what esign is built on.', { facts });
    const words = `Its description differs from ours in ${pluralize(differences.length, 'place')}; esign relies on ${broken.length} of them.`;
    const hint = 'See where, and what mends it: esign spec check';
    return finding('description', broken.length === 0 ? 'note' : 'warning', words, { hint, facts });
  } catch (failure) {
    // Whatever a service publishes, the other findings are shown.
    const why = failure instanceof DescriptionUnreadable ? failure.message : 'it is unlike any other';
    return finding('description', 'warning', `Its description cannot be read: ${why}.`);
  }
}
