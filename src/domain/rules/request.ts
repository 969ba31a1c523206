import { isObject } from '../../core/platform/json.js';
import { filled, isInstant, type Problem, problems as contractProblems } from '../../contract/schema.js';
import { withoutGuesses } from '../../contract/guesses.js';
import { operations } from '../../contract/operations.js';
import { recipientRequest, valueRequest } from '../../contract/operations/envelopes.js';
import { type Drawn, drawnTexts } from './drawn-texts.js';
import { boxesByQuestion, type Form } from './template-form.js';
import { damagedRecipients, openRemarks, type Remark } from './open-values.js';
import type { FormProblem } from './problem.js';
import { recipientProblems } from './recipients.js';
import { checkValues, type ValueRequest } from './values.js';
import { type Limits, limits } from '../../contract/limits.js';

/** A creation as somebody wrote it down, not checked yet; what is absent is not judged. */
export type WrittenRequest = Readonly<Record<string, unknown>>;

/** What the service would make of a creation, as far as a template tells. */
export interface CheckedRequest {
  /** In the order in which the service comes upon them: it refuses with the first. */
  readonly problems: readonly FormProblem[];
  /** What it would take, and leave to the signer to put right. */
  readonly remarks: readonly Remark[];
  /** The texts that must be drawable; the room of the documents says whether they are. */
  readonly drawn: readonly Drawn[];
  /** The values that are well formed. */
  readonly values: readonly ValueRequest[];
}

export interface RequestContext {
  readonly form: Form;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** False: the people are not known yet. */
  readonly people: boolean;
  /** What the envelope is called when the request does not say: the template's name. */
  readonly title: string;
  /** What stands before every path: empty, or `rows[3].`. */
  readonly path?: string;
  /** Leaves out the bounds that are assumed, which a service may not have. */
  readonly withoutGuesses?: boolean;
}

/**
 * Judges the body of a creation against a form, every problem at once and in the service's order: the shape of the
 * body, the template, the people, the values, the deadline (POST /api/v1/envelopes). Nothing that only the service
 * knows is judged: brands, mandates, the key and its allowance.
 */
export function checkRequest(
  body: WrittenRequest,
  { form, now, people, title, path = '', withoutGuesses: isSure = false }: RequestContext,
): CheckedRequest {
  // Which template it is, is known already.
  const { body: schema } = operations.createEnvelope;
  const shape = contractProblems(isSure ? withoutGuesses(schema, 'described') : schema, { template_id: '', ...body })
    .filter((problem) => people || !problem.path.startsWith('recipients'))
    .map((problem) => shapeProblem(problem, path));
  const values = wellFormed(body['values']).map((one) => (fits(valueRequest, one) ? filled(valueRequest, one) : null));
  const recipients = wellFormed(body['recipients']);
  const checked = checkValues(values, form, path);
  const deadline = typeof body['expires_at'] === 'string' ? deadlineProblem(body['expires_at'], now) : null;
  const named = recipients.map((one) => (fits(recipientRequest, one) ? filled(recipientRequest, one) : null));
  return {
    problems: [
      ...shape,
      ...usableProblems(form),
      ...(people ? recipientProblems(recipients.map(roleOf), form, path) : []),
      ...checked.problems,
      ...(deadline === null ? [] : [deadline]),
    ],
    remarks: [...(people ? damagedRecipients(recipients, path) : []), ...openRemarks(values, form, path)],
    drawn: drawnTexts(typeof body['title'] === 'string' ? body['title'] : title, named, values, path),
    values: values.filter((value) => value !== null),
  };
}

/** A property that is not as the description has it, in the service's words. */
export const shapeProblem = ({ path: at, message }: Problem, path = ''): FormProblem => ({
  code: 'invalid_request',
  path: `${path}${at}`,
  says: at === '' && path === '' ? `The body ${message}.` : `${message}.`,
});

const wellFormed = (list: unknown): readonly unknown[] => (Array.isArray(list) ? (list as readonly unknown[]) : []);

const fits = (schema: typeof valueRequest | typeof recipientRequest, one: unknown): boolean =>
  contractProblems(schema, one).length === 0;

/** The holder of a role keeps it, whatever else about them is malformed. */
function roleOf(one: unknown): { readonly role: string } | null {
  const role = isObject(one) ? one['role'] : null;
  return typeof role === 'string' ? { role } : null;
}

/**
 * Why no envelope can be made from a form: it has no fields, or some that can never be filled (Errors,
 * template_has_no_fields, template_unusable).
 */
export function usableProblems(form: Form): readonly FormProblem[] {
  if (form.fields.length === 0) {
    const says = 'The template has no fields, so nobody could sign anything.';
    return [{ code: 'template_has_no_fields', path: '', says }];
  }
  const signing = new Set(form.roles.flatMap(({ name, routing_type: type }) => (type === 'sign' ? name : [])));
  const fields = form.fields.flatMap((field) => {
    const name = field.label ?? field.id;
    const empty = field.type === 'dropdown' && field.required && (field.options ?? []).length === 0;
    const signs = signing.has(field.role);
    return [
      ...(empty ? [unusable(`the dropdown "${name}" is required and offers no options`)] : []),
      ...(signs ? [] : [unusable(`the field "${name}" belongs to "${field.role}", which does not sign`)]),
    ];
  });
  const boxesOf = boxesByQuestion(form);
  const questions = form.questions.flatMap((question) => {
    const boxes = boxesOf.get(question.id)?.length ?? 0;
    if (question.min_selected <= Math.min(boxes, question.max_selected)) return [];
    return [unusable(`the question "${question.label ?? question.id}" asks for more answers than it takes`)];
  });
  return [...fields, ...questions];
}

const unusable = (why: string): FormProblem => ({
  code: 'template_unusable',
  path: '',
  says: `The template cannot produce an envelope: ${why}.`,
});

const hour = 3_600_000;

/**
 * Why an envelope may not end at an instant, or null: it is less than an hour or more than 365 days ahead of `now`,
 * in milliseconds since 1970 (POST /api/v1/envelopes, `expires_at`). Anything that is not an instant is left to the
 * check of the shape.
 */
export function deadlineProblem(
  expiresAt: string,
  now: number,
  expiry: Limits['expiry'] = limits.expiry,
): FormProblem | null {
  if (!isInstant(expiresAt)) return null;
  const at = Date.parse(expiresAt);
  const { minHours: leastHours, maxDays: mostDays } = expiry;
  if (at < now + leastHours * hour) return tooFar(`must be at least ${leastHours} hour ahead.`);
  if (at > now + mostDays * 24 * hour) return tooFar(`must be at most ${mostDays} days ahead.`);
  return null;
}

const tooFar = (says: string): FormProblem => ({ code: 'invalid_request', path: 'expires_at', says });
