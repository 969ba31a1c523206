import type { Field, NamingRun, Person, Template } from '../../contract/resources/template.js';
import { meanTheSame, sharedAddresses } from '../../domain/rules/shared-addresses.js';
import { isOfSigner, namesOf, type WholeTemplate } from '../names-file/names.js';
import { labelOf } from '../template/field-words.js';
import { continuationsOf } from '../template/preview-source.js';
import { address, isSure } from '../wizard/naming-list.js';
import { othersInWords, othersOf, otherWays, takersOf } from '../wizard/others.js';
import { shortMeanings, shownAnswers } from '../wizard/people-screen.js';
import { calledAtStart, consequence, plainHeading } from '../wizard/person-words.js';
import { isDecided, isSavedWitness } from '../../contract/decision.js';
import { reasonOf } from '../wizard/screens.js';
import type { EditorField, EditorPerson, EditorState, PersonNow, Suggested } from './shapes.js';

/** The state of the page, made of the template, its people and the names that the service suggests for it. */
export function editorState({ body: form, people }: WholeTemplate, run: NamingRun | null): EditorState {
  const documents = new Map(form.documents.map(({ id }, index) => [id, index + 1]));
  const at = new Map(form.pages.map(({ document_id: id, page }, index) => [`${id} ${page}`, index]));
  const owners = ownersOf(people);
  const suggested = suggestionsOf(run);
  return {
    name: form.name,
    warnings: form.warnings.map(({ message }) => message),
    pages: form.pages.map(({ document_id: id, page, width, height }) => ({
      page,
      document: documents.get(id) ?? 1,
      width,
      height,
    })),
    fields: form.fields.map((field) => fieldState(field, form, { at, owners, suggested })),
    people: people.map((person) => personState(person, form, at)),
    subjects: form.subjects.map(({ key, label }) => ({ key, label })),
    conflicts: sharedAddresses(form.fields)
      .filter(({ fields }) => !meanTheSame(fields))
      .map(({ subject, key, fields }) => ({ address: address(subject, key), fields: fields.map(({ id }) => id) })),
    others: otherFields(form, people),
    isProposed: run !== null,
    roles: [...new Set(form.fields.map(({ role }) => role))].map((name) => ({
      name,
      otherWays: otherWays(form.id, name).flatMap(({ text }) => (text === '' ? [] : [text])),
    })),
  };
}

interface Known {
  readonly at: ReadonlyMap<string, number>;
  readonly owners: Owners;
  readonly suggested: ReadonlyMap<string, Suggested>;
}

function fieldState(field: Field, form: Template, { at, owners, suggested }: Known): EditorField {
  const { id, type, role, document_id: document, page, rect, data_key: key } = field;
  return {
    id,
    type,
    called: labelOf(field, form),
    reads: whatSignerReads(field, form),
    role,
    person: owners.byField.get(id) ?? owners.byRole.get(role) ?? null,
    places: [{ page, rect }, ...continuationsOf(field)].flatMap((place) => {
      const index = at.get(`${document} ${place.page}`);
      return index === undefined ? [] : [{ at: index, ...place.rect }];
    }),
    names: namesOf(field),
    whyNot: whyNotNamed(field, form),
    suggested: (key === null ? suggested.get(id) : undefined) ?? null,
  };
}

/** In a sentence; null for a field that the signer acts on, such as a signature. */
function whatSignerReads({ label, type, question_id: question, option_value: option }: Field, form: Template) {
  if (isOfSigner(type)) return null;
  if (question === null) {
    return label === null ? 'It has no label, so the signer is not told what it is.' : `The signer reads: “${label}”.`;
  }
  const asked = form.questions.find(({ id }) => id === question)?.label ?? null;
  const answer = `The signer chooses “${label ?? option ?? ''}”`;
  return asked === null ? `${answer}. The question itself has no label.` : `${answer} as an answer to “${asked}”.`;
}

/** Why a field cannot be named by hand (PATCH …/fields/{fieldId}); null when it can. */
export function whyNotNamed(field: Field, form: Template): string | null {
  if (isOfSigner(field.type)) {
    return 'The signer fills this in when signing. No value can be sent for it, so it has no column name.';
  }
  if (field.question_id === null) return null;
  return `This is an option of “${labelOf(field, form)}”. The service names a question only by its own suggestion.`;
}

interface Owners {
  readonly byField: ReadonlyMap<string, number>;
  readonly byRole: ReadonlyMap<string, number>;
}

/** Whose part of the form a field is in, else who has its role. */
function ownersOf(people: readonly Person[]): Owners {
  const byRole = new Map<string, number>();
  people.forEach(({ current: { role_name: role } }, index) => {
    if (role !== null && !byRole.has(role)) byRole.set(role, index);
  });
  const byField = new Map(people.flatMap(({ fields }, index) => fields.map(({ id }) => [id, index] as const)));
  return { byField, byRole };
}

/** By field. */
function suggestionsOf(run: NamingRun | null): ReadonlyMap<string, Suggested> {
  return new Map(
    (run?.proposals.fields ?? []).flatMap((proposal) => {
      const { field_id: id, proposed, reason } = proposal;
      const { data_key, subject } = proposed;
      if (data_key === null) return [];
      return [[id, { data_key, subject, isSure: isSure(proposal), reason }] as const];
    }),
  );
}

function personState(person: Person, form: Template, at: ReadonlyMap<string, number>): EditorPerson {
  const { id, heading, document_id: document, page } = person;
  const answers = shownAnswers(person);
  const decided = isDecided(person);
  return {
    id,
    heading: plainHeading(heading),
    at: at.get(`${document} ${page}`) ?? 0,
    isDecided: decided,
    does: answers === null ? '' : shortMeanings[answers.decision],
    called: answers?.role_name ?? answers?.subject_label ?? answers?.subject_key ?? '',
    consequence: answers === null ? '' : consequence(answers, person, form),
    reason: reasonOf(person),
    // A witness is permanent, so each is decided alone.
    canAccept: !decided && answers !== null && answers.decision !== 'witness',
    isPermanent: isSavedWitness(person),
    now: personNow(person),
  };
}

/** In the order in which the page sends it back. */
export const personNow = ({ current, proposed }: Person): PersonNow => ({
  role_name: current.role_name,
  subject_key: current.subject_key,
  decision: proposed.decision,
  presence: proposed.presence,
  subject_label: proposed.subject_label,
});

/** As in the wizard: the fields of somebody who is undecided still have an extra person's role. */
function otherFields(form: Template, people: readonly Person[]): EditorState['others'] {
  const others = people.every(isDecided) ? othersOf(form, people) : null;
  if (others === null) return null;
  return {
    words: othersInWords(others),
    role: others.role,
    fields: others.fields.map(({ id }) => id),
    takers: takersOf(others, people).map((person) => ({ id: person.id, name: calledAtStart(person) })),
  };
}
