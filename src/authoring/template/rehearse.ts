import { explainedBefore } from '../../cli/failure/failure.js';
import { shellWord } from '../../cli/flags/reach-flags.js';
import { pluralize } from '../../cli/context/counted.js';
import { isDecided, isNamed } from '../../contract/decision.js';
import type { Field, Person, Template } from '../../contract/resources/template.js';
import { writableAddresses } from '../../domain/rules/addresses.js';
import { formFromTemplate } from '../../domain/rules/from-template.js';
import { messageOf } from '../../domain/rules/problem.js';
import { neededRoles } from '../../domain/rules/recipients.js';
import { checkRequest } from '../../domain/rules/request.js';
import { isInvented, sampleValues } from '../../domain/rules/sample-answer.js';
import { meanTheSame, type SharedAddress, sharedAddresses } from '../../domain/rules/shared-addresses.js';
import type { Form } from '../../domain/rules/template-form.js';
import { isOfSigner, type ReadTemplate } from '../names-file/names.js';
import { detailsElsewhere } from './people-left.js';
import { isLow, LEAST, loadAnswerFit } from './answer-fit.js';
import { labelOf } from './field-words.js';
import { samplesOf } from './filled-source.js';
import { formFindings, isSignature, nothingRequired, type TemplateFinding } from './form-findings.js';
import { addressOf } from './view.js';

/** Fields that one finding names. */
const maxNamed = 6;

/** What an envelope from a template would be like, told before there is one. */
export interface Rehearsal {
  /** In routing order. */
  readonly steps: readonly RehearsalStep[];
  /** Every address that several fields take. */
  readonly shared: readonly SharedAddress<Field>[];
  /** The problems first. */
  readonly findings: readonly TemplateFinding[];
}

/** One recipient of the envelope. */
export interface RehearsalStep {
  readonly role: string;
  readonly does: 'signs' | 'fills_in' | 'gets_a_copy';
  /** The people on the form who have the role. */
  readonly people: readonly Person[];
  /** The form names nobody for the role. */
  readonly isExtra: boolean;
  /** Every envelope must name somebody for the role. */
  readonly isNeeded: boolean;
  /** What the recipient fills in; of a question, its first box. */
  readonly asked: readonly Field[];
  /** Fields to fill in, with every box of a question. */
  readonly fieldCount: number;
  /** Fields that the signing fills: signatures, initials, dates of signing. */
  readonly signs: readonly Field[];
}

/**
 * Plays an envelope through without making one: who is asked what in which order, and what is wrong or may be. A
 * request with sample people and values is judged by the service's rules. `people` is null when the key may not read
 * them.
 */
export async function rehearse({ body: template, people }: Pick<ReadTemplate, 'body' | 'people'>): Promise<Rehearsal> {
  const form = formFromTemplate(template);
  const steps = stepsOf(template, form, people ?? []);
  const shared = sharedAddresses(template.fields);
  const findings = [
    ...refusals(template, form),
    ...formFindings(
      template,
      (people ?? []).filter((person) => !isOpen(person)),
    ),
    ...(people ?? []).flatMap((person) => personFindings(template, person)),
    ...conflicts(template, form),
    ...unanswerable(template),
    ...(people === null || people.every(isOpen) ? [] : steps.flatMap((step) => extraFinding(template, step))),
    ...steps.flatMap(presenceFinding),
    ...nothingRequired(template),
    ...(await smallAnswers(template)),
    ...uploadWarnings(template),
    ...shared.flatMap((each) => sharedFinding(template, each)),
  ];
  const isProblem = ({ level }: TemplateFinding): boolean => level === 'problem';
  return {
    steps,
    shared,
    findings: [...findings.filter(isProblem), ...findings.filter((finding) => !isProblem(finding))],
  };
}

function stepsOf(template: Template, form: Form, people: readonly Person[]): readonly RehearsalStep[] {
  const needed = new Set(neededRoles(form));
  const isExtraPossible = !people.every(isOpen);
  return form.roles.map(({ name: role, routing_type: routing }) => {
    const own = template.fields.filter((field) => field.role === role);
    const signs = own.filter(({ type }) => isOfSigner(type));
    const holders = people.filter(({ current }) => current.role_name === role);
    return {
      role,
      does: routing === 'cc' ? 'gets_a_copy' : signs.some(isSignature) ? 'signs' : 'fills_in',
      people: holders,
      isExtra: isExtraPossible && holders.length === 0 && own.length > 0,
      isNeeded: needed.has(role),
      asked: firstBoxes(own.filter(({ type }) => !isOfSigner(type))),
      fieldCount: own.length - signs.length,
      signs,
    };
  });
}

const isOpen = (person: Person): boolean => !isNamed(person);

/** A question is asked once, however many boxes it has. */
function firstBoxes(fields: readonly Field[]): readonly Field[] {
  const seen = new Set<string>();
  return fields.filter(({ question_id: question }) => {
    if (question === null) return true;
    if (seen.has(question)) return false;
    seen.add(question);
    return true;
  });
}

/** Why the service would refuse an envelope with somebody for every role and a value for every address. */
function refusals(template: Template, form: Form): readonly TemplateFinding[] {
  const roles = neededRoles(form);
  const body = {
    recipients: roles.map((role) => ({ role, name: role, email: 'rehearsal@example.test' })),
    values: sampleValues(form),
  };
  const { problems } = checkRequest(body, { form, now: 0, people: roles.length > 0, title: template.name });
  return problems.map((problem) => ({
    level: 'problem',
    code: problem.code,
    message: `The service would refuse every envelope: ${messageOf(problem)} Correct the form, upload it again, and copy the names.`,
    fix: `esign template copy-names ${template.id} NEW`,
    fields: [],
  }));
}

function personFindings(template: Template, person: Person): readonly TemplateFinding[] {
  const { heading, page } = person;
  if (isOpen(person)) {
    return [
      {
        // Somebody else signs in their place; details alone can well be filled in by another.
        level: person.fields.some(({ kind }) => kind !== 'data') ? 'problem' : 'warning',
        code: 'person_undecided',
        message: `“${heading}” on page ${page} is not assigned to a role or subject.`,
        fix: decideCommand(template, person),
        fields: [],
        personId: person.id,
      },
    ];
  }
  if (!isDecided(person)) {
    return [
      {
        level: 'warning',
        code: 'person_undecided',
        message: `“${heading}” on page ${page} signs as a party, “${person.current.role_name ?? ''}”, until somebody saves them as a witness.`,
        fix: decideCommand(template, person),
        fields: [],
        personId: person.id,
      },
    ];
  }
  const elsewhere = detailsElsewhere(template, person);
  if (elsewhere === null) return [];
  const { fields, command } = elsewhere;
  const roles = [...new Set(fields.map(({ role }) => `“${role}”`))].join(' and ');
  const what = `${pluralize(fields.length, 'field')} about “${heading}”`;
  return [
    {
      level: 'problem',
      code: 'details_elsewhere',
      message: `${roles} fills in ${what}, who signs as “${person.current.role_name ?? ''}”.`,
      fix: command,
      fields,
      personId: person.id,
    },
  ];
}

/**
 * The service's proposal as one command, with the details filled in by the person who gives them; else the wizard
 * asks.
 */
function decideCommand({ id }: Template, { id: personId, proposed }: Person): string {
  const { decision, role_name: role, subject_key: subject } = proposed;
  if (decision !== 'both' || role === null || subject === null)
    return `esign template apply ${id} ${personId.slice(0, 8)}`;
  return `esign template decide ${id} ${personId.slice(0, 8)} --decision both --role-name ${shellWord(role)} --subject-key ${shellWord(subject)} --filled-by own`;
}

/** Addresses that no one value fits, so that nothing can be sent for them. */
const conflicts = (template: Template, form: Form): readonly TemplateFinding[] =>
  writableAddresses(form)
    .filter(({ takes }) => takes.kind === 'nothing' || (takes.kind === 'option' && takes.options.length === 0))
    .flatMap(({ subject, key }) => {
      const fields = template.fields.filter((field) => field.subject === subject && field.data_key === key);
      const last = fields.at(-1);
      // A dropdown without options stands alone.
      if (last === undefined || fields.length < 2) return [];
      return [
        {
          level: 'problem',
          code: 'address_conflict',
          message: `No value fits all fields of ${addressOf(subject, key) ?? ''}: ${takersOf(fields, template)}.`,
          fix: renameCommand(template, last),
          fields,
        } as const,
      ];
    });

/** A required one is refused by the service. */
const unanswerable = (template: Template): readonly TemplateFinding[] =>
  template.fields
    .filter(({ type, required, options }) => type === 'dropdown' && !required && (options ?? []).length === 0)
    .map((field) => ({
      level: 'warning',
      code: 'field_unanswerable',
      message: `Nobody can fill in ${wordsOf(field, template)}: it offers no options. Correct the form, upload it again, and copy the names.`,
      fix: `esign template copy-names ${template.id} NEW`,
      fields: [field],
    }));

function extraFinding(template: Template, { role, isExtra }: RehearsalStep): readonly TemplateFinding[] {
  if (!isExtra) return [];
  const fields = template.fields.filter((field) => field.role === role);
  const go = `${pluralize(fields.length, 'field')} ${fields.length === 1 ? 'goes' : 'go'}`;
  return [
    {
      level: 'warning',
      code: 'extra_signer',
      message: `${go} to an extra person, “${role}”, whom every envelope must name. If that is not your office, give them to somebody on the form in the wizard.`,
      fix: `esign template wizard ${template.id}`,
      fields,
    },
  ];
}

function presenceFinding({ role, isNeeded, people }: RehearsalStep): readonly TemplateFinding[] {
  const [person] = people;
  if (!isNeeded || person === undefined || people.some(({ proposed }) => proposed.presence !== 'conditional'))
    return [];
  return [
    {
      level: 'warning',
      code: 'cannot_be_left_out',
      message: `“${role}” is only on some forms, but every envelope must name somebody for the role. For the others, delete the fields of “${person.heading}” in a copy of the form, and make a template of it.`,
      fix: 'esign template prepare FILE',
      fields: [],
    },
  ];
}

/** Fields whose answers are hard to read on paper, as far as their samples look like real ones. */
async function smallAnswers(template: Template): Promise<readonly TemplateFinding[]> {
  const samples = samplesOf(template);
  const fitOf = await loadAnswerFit();
  const fields = template.fields.filter((field, index) => {
    const sample = samples[index];
    if (isSignature(field) || typeof sample !== 'string') return false;
    return isLow(template, field) || (!isInvented(sample) && fitOf(template, field, sample) !== null);
  });
  if (fields.length === 0) return [];
  const where = fields.slice(0, maxNamed).map((field) => wordsOf(field, template));
  const more = fields.length > maxNamed ? `, and ${fields.length - maxNamed} more` : '';
  const what = fields.length === 1 ? 'this field' : `these ${fields.length} fields`;
  return [
    {
      level: 'warning',
      code: 'small_answers',
      message: `Answers such as the samples are printed in letters of less than ${LEAST} points, or cut, in ${what}: ${where.join(', ')}${more}. Make them larger.`,
      fix: 'esign template prepare FILE',
      fields,
    },
  ];
}

/** Warnings of an upload that are found on the template as it is now. */
const foundAgain = new Set([
  'no_fields',
  'no_signature',
  'tickbox_without_label',
  'dropdown_without_options',
  'unclaimed_fields',
  'unclaimed_signatures',
  'unread_tag',
]);

const uploadWarnings = ({ warnings }: Template): readonly TemplateFinding[] =>
  warnings
    .filter(({ code }) => !foundAgain.has(code))
    .map(({ code, message }) => ({
      level: 'warning',
      code: explainedBefore(code),
      message,
      fix: 'esign template prepare FILE',
      fields: [],
    }));

function sharedFinding(template: Template, { subject, key, fields }: SharedAddress<Field>): readonly TemplateFinding[] {
  const last = fields.at(-1);
  if (last === undefined || meanTheSame(fields)) return [];
  return [
    {
      level: 'warning',
      code: 'address_shared',
      message: `One value of ${addressOf(subject, key) ?? ''} fills ${takersOf(fields, template)}. If they do not mean the same, rename one.`,
      fix: renameCommand(template, last),
      fields,
    },
  ];
}

const renameCommand = ({ id }: Template, field: Field): string =>
  `esign template rename ${id} ${field.id} --data-key NEW`;

const takersOf = (fields: readonly Field[], form: Template): string =>
  fields.map((field) => wordsOf(field, form)).join(' and ');
const wordsOf = (field: Field, form: Template): string => `“${labelOf(field, form)}” on page ${field.page}`;
