import { isObject } from '../../core/platform/json.js';
import { filled, type Problem, problems as contractProblems } from '../../contract/schema.js';
import { withoutGuesses } from '../../contract/guesses.js';
import { operations } from '../../contract/operations.js';
import { recipientRequest, valueRequest } from '../../contract/operations/envelopes.js';
import { deadlineProblem } from './deadline.js';
import { drawnTexts, type Drawn } from './drawn-texts.js';
import type { Form } from './template-form.js';
import { damagedRecipients, openRemarks, type Remark } from './open-values.js';
import type { FormProblem } from './problem.js';
import { recipientProblems } from './recipients.js';
import { usableProblems } from './usable.js';
import { checkValues, type ValueRequest } from './values.js';

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
