import { limits } from '../../contract/limits.js';
import { newDataKeyProblem } from '../../contract/data-key.js';
import { answerKind } from './coverage.js';
import { isOfSigner, isPrefillable } from './field-kind.js';
import type { FieldNames, NameProposal } from './naming-run.js';
import { proposalFor } from './people-proposal.js';
import { labelFromKey } from './people-names.js';
import type { TemplateField, TemplatePerson, TemplateState } from './template.js';

/**
 * The service's naming proposals for a template: one for every fillable field without a key, and one for every such
 * question, on its first box. Names are unique by meaning: two fields get the same address only for the same detail of
 * the same person (POST …/naming-runs).
 */
export function proposeNames(template: TemplateState, newId: () => string): readonly NameProposal[] {
  const subjects = subjectsToBe(template);
  const taken = new Map(
    template.fields.flatMap((field) =>
      field.data_key === null
        ? []
        : [[address(field.subject, field.data_key), meaningOf(field, field.subject !== null)]],
    ),
  );
  return fieldsToName(template).flatMap((field) => {
    const subject = subjectFor(template, field);
    const key = freeKey(field, subject, [...subjects.keys()], taken);
    if (key === null) return [];
    const isDeclared = subject === null || template.subjects.some((each) => each.key === subject);
    return [
      {
        id: newId(),
        field_id: field.id,
        proposed: { subject, data_key: key, label: field.label ?? labelFromKey(key) },
        current: namesOf(field),
        confidence: isDeclared || field.suggested.confidence === 'low' ? field.suggested.confidence : 'medium',
        source: field.suggested.source,
        reason: isDeclared
          ? field.suggested.reason
          : `${field.suggested.reason}; no higher than medium while ${subject} is not declared as a subject`,
      },
    ];
  });
}

/** The names of existing subjects and of proposed ones, by their keys. */
export function subjectsToBe(template: TemplateState): ReadonlyMap<string, string> {
  const proposed = template.people.flatMap((person): [string, string][] => {
    const { subject_key: key, subject_label: label } = proposalFor(template, person);
    return key === null ? [] : [[key, label ?? labelFromKey(key)]];
  });
  return new Map([...proposed, ...template.subjects.map(({ key, label }): [string, string] => [key, label])]);
}

function fieldsToName(template: TemplateState): readonly TemplateField[] {
  const seen = new Set<string>();
  return template.fields.filter(({ type, data_key, question_id, suggested }) => {
    const isFirst = question_id === null || !seen.has(question_id);
    if (question_id !== null) seen.add(question_id);
    return isFirst && isPrefillable(type) && data_key === null && suggested.key !== null;
  });
}

/** The subject of a field: its own, else that of the proposal for the person of its part. */
function subjectFor(template: TemplateState, field: TemplateField): string | null {
  if (field.subject !== null || isOfSigner(field.type)) return field.subject;
  const person = template.people.find(({ field_ids }) => field_ids.includes(field.id));
  return person === undefined || isDecided(person) ? null : proposalFor(template, person).subject_key;
}

const isDecided = ({ decided }: TemplatePerson): boolean => decided !== null;

function freeKey(
  field: TemplateField,
  subject: string | null,
  subjects: readonly string[],
  taken: Map<string, string>,
): string | null {
  const wanted = clearOf(field.suggested.key ?? '', subjects);
  const meaning = meaningOf(field, subject !== null);
  for (let number = 1; ; number++) {
    const key = number === 1 ? wanted : `${wanted.slice(0, limits.dataKeyLength - 4)}_${number}`;
    if (newDataKeyProblem(key, subjects) !== null) return null;
    const holder = taken.get(address(subject, key));
    if (holder !== undefined && holder !== meaning) continue;
    taken.set(address(subject, key), meaning);
    return key;
  }
}

/** A subject declared since the upload may be the namespace of the suggested key, which a new key must not have. */
function clearOf(key: string, subjects: readonly string[]): string {
  const [namespace = '', ...rest] = key.split('.');
  return subjects.includes(namespace) ? [`${namespace}_details`, ...rest].join('.') : key;
}

const PART_OF_DATE = /[._](?:day|month|year)(?:_\d+)?$/u;

/**
 * Fields have the same meaning if they take the same kind of value and have the same words, or if the form suggests one
 * key for both and both are about one person: "Full name" here and "Name of the tenant" there. One part of a date means
 * the same nowhere else.
 */
function meaningOf(field: TemplateField, isAboutSomebody: boolean): string {
  if (field.question_id !== null) return answerKind(field);
  // The year of one date is not that of another.
  if (PART_OF_DATE.test(field.suggested.key ?? '')) return field.id;
  if (isAboutSomebody && field.suggested.key !== null) return JSON.stringify([field.suggested.key, answerKind(field)]);
  const words = (field.label ?? field.context.label ?? field.id)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return JSON.stringify([words, answerKind(field)]);
}

function address(subject: string | null, key: string): string {
  return JSON.stringify([subject, key]);
}

/** The names that a field has. */
function namesOf({ subject, data_key, label }: TemplateField): FieldNames {
  return { subject, data_key, label };
}
