import type { Operation } from './operation.js';
import type { Schema } from './schema.js';
import { fieldPaths, propertyPaths } from './structure.js';

/**
 * The names that `--json` may pick from the answer of an operation, those inside of others with a dot
 * (`recipients.email`); null for an operation that answers with no JSON.
 */
export const answerFields = ({ answer }: Operation): readonly string[] | null =>
  answer.kind === 'json' ? propertyPaths(answer.body).map((path) => path.replaceAll('[]', '')) : null;

/**
 * The same for a shape of our own: of a list, those of its items, which `data` holds. Inside of resources of the service
 * every name may be picked; null where that is all there is.
 */
export function shapeFields(shape: Schema): readonly string[] | null {
  const alternatives = fieldPaths(shape);
  const itemsOf = (paths: readonly string[]): readonly string[] => paths.filter((path) => path.startsWith('data[].'));
  // The items of a list are resources of the service.
  if (alternatives.some((paths) => paths.includes('data[]') && itemsOf(paths).length === 0)) return null;
  const names = alternatives.flatMap((paths) => {
    const ofItems = itemsOf(paths).map((path) => path.slice('data[].'.length));
    return (ofItems.length > 0 ? ofItems : paths).map((path) => path.replaceAll('[]', ''));
  });
  return names.length === 0 ? null : [...new Set(names)];
}
