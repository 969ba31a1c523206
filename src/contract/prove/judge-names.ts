import type { OperationId } from '../operations.js';
import type { Contract } from '../overlay/contract.js';
import type { ContractLine } from '../overlay/line.js';
import { emptyTranslation, translatedPath } from '../overlay/translation.js';
import { namesAlike } from '../published/alike.js';
import type { Shape } from '../published/shape.js';
import { shapeOf } from './judge-answer.js';

/** What a refused body shows of a name: the service's own name for a property, or one of ours that it does not know. */
export type NameJudgement =
  | { readonly kind: 'renamed'; readonly line: ContractLine }
  | { readonly kind: 'unknown_there'; readonly path: string; readonly isOptional: boolean };

/** Reads the property that a refusal names at its start (Errors); null when it names none of the body. */
export function judgeNames(contract: Contract, id: OperationId, message: string): NameJudgement | null {
  const [theirs = ''] = /^[\w-]+(?:\[\d+\])?(?:\.[\w-]+(?:\[\d+\])?)*(?=\s)/.exec(message) ?? [];
  if (theirs === '') return null;
  const words = contract.translation(id, 'body') ?? emptyTranslation();
  const path = translatedPath(theirs, words, 'from').replace(/\[\d+\]/g, '[]');
  const steps = path.split('.');
  const last = (steps.at(-1) ?? '').replace('[]', '');
  const parent = shapeAt(shapeOf(id, 'body'), steps.slice(0, -1));
  if (parent === null) return null;
  const property = parent.properties.get(last);
  if (property !== undefined) {
    const isUnknown = /not (?:a property|allowed|known|recogni[sz]ed|permitted)|unknown|unexpected|unrecogni[sz]ed/i;
    return isUnknown.test(message) ? { kind: 'unknown_there', path, isOptional: !property.required } : null;
  }
  const alike = [...parent.properties.keys()].filter((name) => namesAlike(name, last));
  const [ours] = alike;
  if (ours === undefined || alike.length > 1) return null;
  const at = [...steps.slice(0, -1), ours].join('.');
  return { kind: 'renamed', line: { name: `${id}.body.${at}`, value: last } };
}

function shapeAt(shape: Shape | null, steps: readonly string[]): Shape | null {
  return steps.reduce<Shape | null>((found, step) => {
    const inside = found?.properties.get(step.replace('[]', ''))?.shape() ?? null;
    return step.endsWith('[]') ? (inside?.item?.() ?? null) : inside;
  }, shape);
}
