import { Misplaced } from '../../core/platform/misplaced.js';
import type { Contract } from '../../contract/overlay/contract.js';
import type { Field, Person, Template } from '../../contract/resources/template.js';
import { overTrueBase } from '../names-file/base.js';
import { compareNames } from '../names-file/merge.js';
import {
  decisionNow,
  decisionWords,
  fieldProperties,
  fieldWords,
  isOfSigner,
  namesOf,
  type PersonNames,
  personProperties,
  type WholeTemplate,
} from '../names-file/names.js';
import { fieldsAfter, type Plan, planPush, renamesLeft } from '../names-file/plan.js';
import { problemsOf } from '../names-file/problems.js';
import type { Entry, NamesFile } from '../names-file/read.js';
import { pairPlaces } from './pair-places.js';

/** What a copy of a template is still to be given, and what it cannot have. */
export interface Translation {
  /** The names of the source for the fields and people of the copy, as an edited names file of it. */
  readonly file: NamesFile;
  /** The writes that give the copy what it lacks. */
  readonly plan: Plan;
  /** Fields that are renamed once the decisions are made, and so not by them. */
  readonly renames: readonly string[];
  /** The keys that boxes of questions are to have: no rename gives them, only a proposal that is accepted. */
  readonly asked: ReadonlyMap<string, string>;
  /** How many questions they belong to: a proposal names all boxes of one. */
  readonly questions: number;
  /** What the copy does not have of the source, or has besides, each a sentence. */
  readonly losses: readonly string[];
  /** Fields of the source by the fields of the copy. */
  readonly fields: ReadonlyMap<string, Field>;
}

interface TranslateOptions {
  readonly contract: Contract | undefined;
  /** The keys that the form suggests, by the ID of a field, as far as they are known. */
  readonly suggested?: ReadonlyMap<string, string>;
}

/** Compares a copy with its source, field by field and person by person, and plans what is left to write. */
export function translate(
  source: WholeTemplate,
  copy: WholeTemplate,
  { contract, suggested = new Map() }: TranslateOptions,
): Translation {
  const fields = pairFields(source.body, copy.body);
  const people = pairPeople(source, copy, fields);
  const wanted = wishes(source, copy, { fields, people });
  const { file, refused, asked } = withoutProblems(wanted, copy, { contract, suggested });
  const plan = planPush(file, compareNames(file, copy), 'file', copy);
  const losses = [
    ...lostFields(source, copy, { fields, people, plan }),
    ...lostPeople(source, people),
    ...refused,
    ...lostRoles(source.body, copy, plan),
  ];
  const questions = new Set(copy.body.fields.flatMap(({ id, question_id: of }) => (asked.has(id) ? [of] : []))).size;
  const renames = renamesLeft(fieldsAfter(copy, plan.decisions), plan.wishes).map(({ id }) => id);
  return { file, plan, renames, asked, questions, losses: [...new Set(losses)], fields };
}

interface Pairs {
  /** By the ID of the copy's. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly people: ReadonlyMap<string, Person>;
}

const documentOf = ({ documents }: Template, id: string): number => documents.findIndex((each) => each.id === id) + 1;

function pairFields(source: Template, copy: Template): ReadonlyMap<string, Field> {
  const places = (template: Template) =>
    template.fields.map(({ document_id, page, type, rect }) => ({
      document: documentOf(template, document_id),
      page,
      type,
      rect,
    }));
  const pairs = [...pairPlaces(places(source), places(copy))].flatMap(([from, to]) => {
    const [field, other] = [source.fields[from], copy.fields[to]];
    return field === undefined || other === undefined ? [] : [[other.id, field] as const];
  });
  return new Map(pairs);
}

/** By their ID, which comes from the words of the form; else by their heading; else by the fields that are theirs. */
function pairPeople(source: WholeTemplate, copy: WholeTemplate, fields: Pairs['fields']): Pairs['people'] {
  const pairs = new Map<string, Person>();
  const isFree = (person: Person): boolean => ![...pairs.values()].includes(person);
  const isSamePage = (one: Person, other: Person): boolean =>
    documentOf(source.body, one.document_id) === documentOf(copy.body, other.document_id) && one.page === other.page;
  const shared = (one: Person, other: Person): number =>
    other.fields.filter(({ id }) => one.fields.some((each) => each.id === fields.get(id)?.id)).length;
  const ways: ((one: Person, other: Person) => number)[] = [
    (one, other) => (one.id === other.id ? 1 : 0),
    (one, other) => (one.heading === other.heading && isSamePage(one, other) ? 1 : 0),
    shared,
  ];
  for (const way of ways) {
    const candidates = copy.people
      .filter(({ id }) => !pairs.has(id))
      .flatMap((other) => source.people.map((one) => ({ one, other, score: way(one, other) })))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score);
    for (const { one, other } of candidates) if (isFree(one) && !pairs.has(other.id)) pairs.set(other.id, one);
  }
  return pairs;
}

/** A names file of the copy that asks for everything the source has. */
function wishes(source: WholeTemplate, copy: WholeTemplate, { fields, people }: Pairs): NamesFile {
  const at = (_property: string, message: string): Misplaced => new Misplaced(1, 1, message);
  const entry = <Names>(id: string, names: Partial<Names>): Entry<Names> => ({ id, names, told: new Map(), at });
  const file: NamesFile = {
    templateId: copy.body.id,
    people: copy.people.flatMap(({ id }) => {
      const person = people.get(id);
      const names = person === undefined ? null : decisionNow(source.body, person);
      return names?.decision == null ? [] : [entry<PersonNames>(id, setNames(names))];
    }),
    fields: copy.body.fields.flatMap(({ id }) => {
      const field = fields.get(id);
      return field === undefined ? [] : [entry(id, namesOf(field))];
    }),
    subjects: null,
    roles: null,
    base: { etag: copy.etag, isWhole: false, people: new Map(), fields: new Map(), subjects: null, roles: null },
    at,
  };
  const based = overTrueBase(file, copy);
  return { ...based, subjects: based.base.subjects, roles: based.base.roles };
}

const setNames = (names: PersonNames): Partial<PersonNames> =>
  Object.fromEntries(
    (['decision', ...personProperties] as const).flatMap((name) => (names[name] === null ? [] : [[name, names[name]]])),
  );

/** Takes out what the service would refuse, so that the rest can be written. */
function withoutProblems(
  wanted: NamesFile,
  copy: WholeTemplate,
  { contract, suggested = new Map() }: TranslateOptions,
): Pick<Translation, 'file' | 'asked'> & { readonly refused: readonly string[] } {
  const refused: string[] = [];
  const asked = new Map<string, string>();
  const people = wanted.people.filter((entry) => {
    const [problem] = problemsOf({ ...wanted, people: [entry], fields: [] }, copy, contract);
    if (problem === undefined) return true;
    const person = copy.people.find(({ id }) => id === entry.id);
    refused.push(`${personWords(person)}: ${decisionWords(entry.names)}: ${problem.message}.`);
    return false;
  });
  const decided = { ...wanted, people };
  const fields = wanted.fields.map((entry) => {
    const field = copy.body.fields.find(({ id }) => id === entry.id);
    const kept = fieldProperties.filter((name) => {
      if (field !== undefined && field[name] === entry.names[name]) return true;
      const names = { [name]: entry.names[name] };
      const [problem] = problemsOf({ ...decided, people: [], fields: [{ ...entry, names }] }, subjectsOf(copy, people));
      if (problem === undefined) return true;
      const value = entry.names[name] ?? null;
      if (name === 'data_key' && value !== null && field?.question_id != null) {
        asked.set(field.id, value);
        if (suggested.get(field.id) === value) return false;
      }
      const words = field === undefined ? 'A field' : fieldWords(field);
      refused.push(`${words}: ${name} ${value === null ? 'is not removed' : `“${value}”`}: ${problem.message}.`);
      return false;
    });
    return { ...entry, names: Object.fromEntries(kept.map((name) => [name, entry.names[name]])) };
  });
  return { file: { ...decided, fields }, refused, asked };
}

/** The copy with the subjects that the decisions make. */
function subjectsOf(copy: WholeTemplate, people: NamesFile['people']): WholeTemplate {
  const made = people.flatMap(({ names: { subject_key: key, subject_label: label } }) =>
    key == null ? [] : [{ key, label: label ?? key }],
  );
  return { ...copy, body: { ...copy.body, subjects: [...copy.body.subjects, ...made] } };
}

const personWords = (person: Person | undefined): string =>
  person === undefined ? 'A person' : `“${person.heading}” on page ${person.page}`;

function lostPeople(source: WholeTemplate, people: Pairs['people']): readonly string[] {
  const found = new Set([...people.values()].map(({ id }) => id));
  return source.people.flatMap((person) => {
    const names = decisionNow(source.body, person);
    if (found.has(person.id) || names.decision === null) return [];
    return [`${personWords(person)} is not found on the copy: ${decisionWords(names)}.`];
  });
}

function lostFields(
  source: WholeTemplate,
  copy: WholeTemplate,
  { fields, people, plan }: Pairs & { readonly plan: Plan },
): readonly string[] {
  const found = new Set([...fields.values()].map(({ id }) => id));
  const missing = source.body.fields.filter(({ id }) => !found.has(id));
  const extra = copy.body.fields.filter(({ id }) => !fields.has(id));
  const roles = rolesAfter(copy, plan);
  return [
    ...missing.map((field) => `${fieldWords(field)} is not found on the copy.`),
    ...extra.map((field) => `${fieldWords(field)} is a field of the copy only.`),
    ...copy.body.fields.flatMap((field) => {
      const one = fields.get(field.id);
      if (one === undefined) return [];
      const role = roles.get(field.id) ?? field.role;
      return differences(source.body, one, { template: copy.body, field: { ...field, role } }).map(
        (words) => `${fieldWords(one)}: ${words}.`,
      );
    }),
    ...(people.size === 0 && source.people.length > 0 ? ['Nobody who is named on the form is found on the copy.'] : []),
  ];
}

function differences(
  source: Template,
  one: Field,
  { template, field }: { readonly template: Template; readonly field: Field },
): readonly string[] {
  const words: string[] = [];
  if (one.type !== field.type) words.push(`type is ${field.type} on the copy, not ${one.type}`);
  if (one.required !== field.required) words.push(`${field.required ? '' : 'not '}required on the copy`);
  if (one.role !== field.role) words.push(`role is “${field.role}” on the copy, not “${one.role}”`);
  if (JSON.stringify(one.options) !== JSON.stringify(field.options)) words.push('other options on the copy');
  if ((one.question_id === null) !== (field.question_id === null)) {
    words.push(field.question_id === null ? 'a question of its own on the copy' : 'part of a question on the copy');
  } else if (one.question_id !== null && field.question_id !== null) {
    const question = (of: Template, id: string) => of.questions.find((each) => each.id === id);
    const [asked, now] = [question(source, one.question_id), question(template, field.question_id)];
    const count = (of: typeof asked): string => (of === undefined ? 'no' : `${of.min_selected} to ${of.max_selected}`);
    if (count(asked) !== count(now))
      words.push(`its question takes ${count(now)} answers on the copy, not ${count(asked)}`);
    if ((asked?.label ?? null) !== (now?.label ?? null)) {
      words.push(`its question is called “${now?.label ?? ''}” on the copy, not “${asked?.label ?? ''}”`);
    }
    if ((one.option_value ?? null) !== (field.option_value ?? null)) {
      words.push(`answers “${field.option_value ?? ''}” on the copy, not “${one.option_value ?? ''}”`);
    }
  }
  const places = (each: Field): number => (Array.isArray(each.continuations) ? each.continuations.length : 0);
  if (places(one) !== places(field)) words.push(`a long answer runs on in ${places(field)} places, not ${places(one)}`);
  const letters = (each: Field): number => (Array.isArray(each.cells) ? each.cells.length : 0);
  if (letters(one) !== letters(field)) words.push(`${letters(field)} compartments on the copy, not ${letters(one)}`);
  return words;
}

/** The role of each field once the decisions are made (PUT …/people/{personId}). */
function rolesAfter(copy: WholeTemplate, { decisions }: Plan): ReadonlyMap<string, string> {
  const roles = new Map<string, string>();
  for (const { change, body } of decisions) {
    const person = copy.people.find(({ id }) => id === change.id);
    const role = body.role_name ?? null;
    if (person === undefined || role === null) continue;
    for (const { id } of person.fields) {
      const field = copy.body.fields.find((each) => each.id === id);
      if (field === undefined) continue;
      const wasOwn = person.current.role_name !== null && field.role === person.current.role_name;
      const isOwn = isOfSigner(field.type) || body.decision === 'witness' || body.filled_by === 'own' || wasOwn;
      if (isOwn) roles.set(id, role);
    }
  }
  return roles;
}

function lostRoles(source: Template, copy: WholeTemplate, { decisions }: Plan): readonly string[] {
  const made = decisions.flatMap(({ body }) => body.role_name ?? []);
  const roles = new Set([...copy.body.roles.map(({ name }) => name), ...made]);
  const lost = source.roles.filter(({ name }) => !roles.has(name));
  return lost.map(({ name, routing_type: routing }) =>
    routing === 'sign'
      ? `The role “${name}” is not on the copy.`
      : `The role “${name}” (${routing}) is not on the copy.`,
  );
}
