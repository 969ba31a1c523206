import type { BoxType } from '../read-document.js';
import type { PreparedField, PreparedForm } from './prepared-field.js';

/** The full name of a form field, from the top: `['Tenant', 'full_name']` is Tenant.full_name. */
export type FieldName = readonly string[];

const LONGEST = 48;
/** Names of other services' readers for what they fill in themselves. */
const SPOKEN: ReadonlySet<BoxType> = new Set(['date', 'initials', 'date_signed', 'signer_name', 'signer_email']);

/**
 * A name for each field that tells whose it is and what it is for; the ticks of a question where one may be chosen
 * share one. `taken` are names at the top that stay in the document.
 */
export function nameFields({ fields, groups }: PreparedForm, taken: ReadonlySet<string>): readonly FieldName[] {
  const top = new Set(taken);
  const siblings = new Map<string, Set<string>>();
  const roles = new Map<string, string>();
  for (const { role } of fields) {
    if (role !== null && !roles.has(role)) roles.set(role, unique(nameOf(role, 'signer', /[^\p{L}\d]+/gu), top));
  }
  const below = (parent: FieldName): Set<string> => {
    if (parent.length === 0) return top;
    const known = siblings.get(parent.join('.')) ?? new Set();
    siblings.set(parent.join('.'), known);
    return known;
  };
  const questions = new Map<string, FieldName>();
  return fields.map((field) => {
    const role = field.role === null ? undefined : roles.get(field.role);
    const parent = role === undefined ? [] : [role];
    const group = groups.find(({ name }) => name === field.group);
    if (group === undefined) return [...parent, unique(wordsFor(field), below(parent))];
    const question = questions.get(group.name) ?? [
      ...parent,
      unique(snake(group.label ?? group.name, 'choice'), below(parent)),
    ];
    questions.set(group.name, question);
    return group.max_selected === 1
      ? question
      : [...question, unique(snake(field.option ?? '', 'tick'), below(question))];
  });
}

function wordsFor({ type, label }: PreparedField): string {
  const words = snake(label, type);
  return !SPOKEN.has(type) || words.includes(type) ? words : `${words}_${type}`;
}

const snake = (text: string, otherwise: string): string => nameOf(text.toLowerCase(), otherwise, /[^\p{L}\d]+/gu);

function nameOf(text: string, otherwise: string, between: RegExp): string {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/gu, '')
    .replace(between, '_')
    .slice(0, LONGEST)
    .replace(/^_+|_+$/gu, '');
  return words === '' ? otherwise : words;
}

function unique(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}_${number}`;
  taken.add(free);
  return free;
}
