import { nearest } from '../../core/platform/nearest.js';
import type { Misplaced } from '../../core/platform/misplaced.js';
import { newDataKeyProblem } from '../../contract/data-key.js';
import { limits } from '../../contract/limits.js';
import { type Contract, maxSaid } from '../../contract/overlay/contract.js';
import type { Field } from '../../contract/resources/template.js';
import { satisfies, withoutDecision } from './merge.js';
import { decisionNow, type FieldNames, isOfSigner, type PersonNames, type WholeTemplate } from './names.js';
import type { Entry, NamesFile } from './read.js';
import { information } from './write.js';
import { needsSubject, takesFiller, takesRole, takesSubject } from '../../contract/decision.js';

/**
 * Everything that the service would refuse in the edits of a file, or that a push cannot do, found before anything is
 * sent: in the order of the file, with line and column (PUT …/people/{personId}; PATCH …/fields/{fieldId}; A9).
 */
export function problemsOf(file: NamesFile, service: WholeTemplate, contract?: Contract): readonly Misplaced[] {
  return [
    ...file.people.flatMap((entry) => personProblems(file, entry, service, contract)),
    ...sharedSubjects(file),
    ...derived(file),
    ...file.fields.flatMap((entry) => fieldProblems(file, entry, service, contract)),
  ].toSorted((one, other) => one.line - other.line || one.column - other.column);
}

function personProblems(
  file: NamesFile,
  entry: Entry<PersonNames>,
  service: WholeTemplate,
  contract: Contract | undefined,
): readonly Misplaced[] {
  const person = service.people.find(({ id }) => id === entry.id);
  if (person === undefined) return [entry.at('id', 'the template has no such person')];
  const { names } = entry;
  const problems: Misplaced[] = [];
  const say = (property: string, message: string): void => void problems.push(entry.at(property, message));
  if (entry.told.get('heading') !== undefined && entry.told.get('heading') !== person.heading) {
    say('heading', 'the heading is on the form and cannot be changed by a push');
  }
  const base = file.base.people.get(entry.id) ?? {};
  const alone = withoutDecision(base, names);
  if (alone !== undefined) {
    say(alone, 'write the `decision` that it belongs to, too');
    return problems;
  }
  if (names.decision === undefined || satisfies(base, names)) return problems;
  const now = decisionNow(service.body, person);
  if (satisfies(now, names)) return problems;
  const { decision } = names;
  if (decision === null) {
    say('decision', 'a decision can be changed, but not taken back');
    return problems;
  }
  if (now.decision === 'witness') say('decision', 'a saved witness is permanent');
  else if (!person.offered.includes(decision)) {
    say('decision', `\`${decision}\` is not offered for this person; choose ${person.offered.join(', ')}`);
  }
  const needs = (property: 'subject_key' | 'role_name'): void => {
    if (names[property] === undefined) say('decision', `\`${decision}\` needs a \`${property}\``);
  };
  if (takesRole(decision)) needs('role_name');
  else if (names.role_name !== undefined) say('role_name', '`subject` signs nothing and takes no role');
  if (needsSubject(decision)) needs('subject_key');
  if (!takesSubject(decision) && names.subject_key !== undefined)
    say('subject_key', `\`${decision}\` takes no subject`);
  if (names.subject_label !== undefined && names.subject_key === undefined) {
    say('subject_label', 'a subject_label needs its `subject_key`');
  }
  if (names.filled_by === 'own' && !takesFiller(decision)) say('filled_by', '`filled_by: own` is for `both`');
  for (const [property, described] of lengths) {
    const text = names[property];
    const most = maxSaid(contract, 'decideTemplatePerson', `body.${property}`) ?? described;
    if (text !== undefined && text !== null) problems.push(...lengthProblems(entry, property, text, most));
  }
  return problems;
}

const lengths = [
  ['subject_key', limits.subjectKeyLength],
  ['subject_label', limits.nameLength],
  ['role_name', limits.nameLength],
] as const;

function lengthProblems(entry: Entry<unknown>, property: string, text: string, max: number): readonly Misplaced[] {
  if (text.trim() === '') return [entry.at(property, `\`${property}\` is blank`)];
  return text.length > max ? [entry.at(property, `\`${property}\` is longer than ${max} characters`)] : [];
}

/** One subject has one name. */
function sharedSubjects(file: NamesFile): readonly Misplaced[] {
  const labels = new Map<string, string>();
  return file.people.flatMap((entry) => {
    const { subject_key: key, subject_label: label } = entry.names;
    if (key == null || label == null) return [];
    const before = labels.get(key);
    labels.set(key, before ?? label);
    return before === undefined || before === label
      ? []
      : [entry.at('subject_label', `the subject \`${key}\` is called “${before}” above`)];
  });
}

/** Subjects and roles are made by decisions; an edit of them would be lost without a word. */
function derived(file: NamesFile): readonly Misplaced[] {
  return (['subjects', 'roles'] as const)
    .filter((name) => JSON.stringify(file[name]) !== JSON.stringify(file.base[name]))
    .map((name) => file.at(name, `\`${name}\` follow from the decisions about people: change those instead`));
}

function fieldProblems(
  file: NamesFile,
  entry: Entry<FieldNames>,
  service: WholeTemplate,
  contract: Contract | undefined,
): readonly Misplaced[] {
  const field = service.body.fields.find(({ id }) => id === entry.id);
  const base = file.base.fields.get(entry.id);
  if (field === undefined || base === undefined) {
    const close = nearest(
      entry.id,
      service.body.fields.map(({ id }) => id),
    );
    return [entry.at('id', `the template has no such field${close === null ? '' : `; the nearest is ${close}`}`)];
  }
  const problems: Misplaced[] = [];
  const say = (property: string, message: string): void => void problems.push(entry.at(property, message));
  for (const [name, value] of Object.entries(information(field, service.body.documents))) {
    const reported = entry.told.get(name);
    const expected = name === 'role' ? base.role : value;
    if (reported === undefined || JSON.stringify(reported) === JSON.stringify(expected)) continue;
    say(
      name,
      name === 'role'
        ? 'who fills a field follows from the decisions about people: change those instead'
        : `\`${name}\` tells about the form and cannot be changed by a push`,
    );
  }
  const isNew = (property: keyof FieldNames): boolean => {
    const wanted = entry.names[property];
    return wanted !== undefined && wanted !== (base.names[property] ?? null) && wanted !== field[property];
  };
  if (isNew('data_key')) problems.push(...keyProblems(file, entry, field, service, contract));
  if (isNew('subject')) problems.push(...subjectProblems(file, entry, field, service));
  if (isNew('label') && entry.names.label != null) {
    const most = maxSaid(contract, 'renameTemplateFields', 'body.fields[].label') ?? limits.labelLength;
    problems.push(...lengthProblems(entry, 'label', entry.names.label, most));
  }
  return problems;
}

function keyProblems(
  file: NamesFile,
  entry: Entry<FieldNames>,
  field: Field,
  service: WholeTemplate,
  contract?: Contract,
): readonly Misplaced[] {
  const key = entry.names.data_key ?? null;
  if (isOfSigner(field.type))
    return [entry.at('data_key', `a ${field.type} cannot be prefilled, so it has no data_key`)];
  if (field.question_id !== null)
    return [entry.at('data_key', 'this field belongs to a question and has no data_key of its own')];
  const most = maxSaid(contract, 'renameTemplateFields', 'body.fields[].data_key') ?? limits.dataKeyLength;
  const { subject = field.subject } = entry.names;
  const { fields } = service.body;
  const problem = key === null ? null : newDataKeyProblem(key, subjectsToBe(file, service), most, { subject, fields });
  return problem === null ? [] : [entry.at('data_key', `\`data_key\` ${problem}`)];
}

function subjectProblems(
  file: NamesFile,
  entry: Entry<FieldNames>,
  field: Field,
  service: WholeTemplate,
): readonly Misplaced[] {
  const subject = entry.names.subject ?? null;
  if (isOfSigner(field.type)) return [entry.at('subject', `the subject of a ${field.type} cannot be changed`)];
  const declared = subjectsToBe(file, service);
  if (subject === null || declared.includes(subject)) return [];
  const close = nearest(subject, declared);
  const suggestion = close === null ? 'assign the person first' : `did you mean "${close}"?`;
  return [entry.at('subject', `the template has no subject "${subject}"; ${suggestion}`)];
}

/** The subjects there are, and those that the decisions of the file make. */
function subjectsToBe(file: NamesFile, service: WholeTemplate): readonly string[] {
  const made = file.people.flatMap(({ names }) => (names.decision == null ? [] : (names.subject_key ?? [])));
  return [...new Set([...service.body.subjects.map(({ key }) => key), ...made])];
}
