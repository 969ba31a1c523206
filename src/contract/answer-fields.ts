import type { Operation } from './operation.js';
import { propertyPaths } from './structure.js';

/**
 * The names that `--json` may pick from the answer of an operation, those inside of others with a dot
 * (`recipients.email`); null for an operation that answers with no JSON.
 */
export const answerFields = ({ answer }: Operation): readonly string[] | null =>
  answer.kind === 'json' ? propertyPaths(answer.body).map((path) => path.replaceAll('[]', '')) : null;
