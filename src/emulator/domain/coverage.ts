import { coreNamespaces } from '../../contract/data-key.js';
import { isPrefillable } from './field-kind.js';
import type { TemplateField, TemplateState } from './template.js';

/** The kind of address that a field has. `organisation` is described; the others follow the counts of `coverage`. */
export type Tier = 'core' | 'organisation' | 'legacy' | 'unnamed';

/**
 * The tier of a field (Field, `tier`; assumed): `core` when the service fills it itself or its key is in a core
 * namespace, `legacy` when its key is in the namespace of a subject's key (which no new key may be), `organisation` for
 * every other key, `unnamed` without a key.
 */
export function tierOf(field: TemplateField, template: TemplateState): Tier {
  const namespace = field.data_key?.split('.')[0];
  if (!isPrefillable(field.type)) return 'core';
  if (namespace === undefined) return 'unnamed';
  if ((coreNamespaces as readonly string[]).includes(namespace)) return 'core';
  return template.subjects.some(({ key }) => key === namespace) ? 'legacy' : 'organisation';
}

/** Counts of how much of a template can be addressed (Template, `coverage`; what each one counts is assumed). */
export interface Coverage {
  /** Fields outside questions that a caller may fill: the sum of the next four. */
  readonly prefillable: number;
  /** Of these, fields with a key in a core namespace. */
  readonly core: number;
  /** Of these, fields with the organisation's own key. */
  readonly organisation: number;
  /** Of these, fields with a key in the namespace of a subject's key. */
  readonly legacy: number;
  /** Of these, fields without a key. */
  readonly unnamed: number;
  /** Questions. */
  readonly questions: number;
  /** Questions with a box without a key, so that no value can be written to them. */
  readonly unnamed_groups: number;
  /** Boxes of questions without an option value, so that no answer can name them. */
  readonly unnamed_options: number;
  /** Addresses whose fields take different kinds of values, so that no single value is valid for all. */
  readonly collisions: number;
}

/** Counts how much of the template can be addressed. */
export function coverageOf(template: TemplateState): Coverage {
  const plain = template.fields.filter(({ type, question_id }) => question_id === null && isPrefillable(type));
  const tiers = plain.map((field) => tierOf(field, template));
  const count = (tier: Tier): number => tiers.filter((each) => each === tier).length;
  const boxes = template.fields.filter(({ question_id }) => question_id !== null);
  const unnamed = new Set(boxes.filter(({ data_key }) => data_key === null).map(({ question_id }) => question_id));
  return {
    prefillable: plain.length,
    core: count('core'),
    organisation: count('organisation'),
    legacy: count('legacy'),
    unnamed: count('unnamed'),
    questions: template.questions.length,
    unnamed_groups: unnamed.size,
    unnamed_options: boxes.filter(({ option_value }) => option_value === null).length,
    collisions: collisions(template.fields),
  };
}

/** What decides whether two fields at one address can take the same value. */
export function answerKind(field: TemplateField): string {
  if (field.question_id !== null) return `question ${field.question_id}`;
  return field.type === 'dropdown' ? JSON.stringify(['dropdown', field.options]) : field.type;
}

function collisions(fields: readonly TemplateField[]): number {
  const kinds = new Map<string, Set<string>>();
  for (const field of fields) {
    if (field.data_key === null) continue;
    const address = JSON.stringify([field.subject, field.data_key]);
    kinds.set(address, (kinds.get(address) ?? new Set()).add(answerKind(field)));
  }
  return [...kinds.values()].filter(({ size }) => size > 1).length;
}
