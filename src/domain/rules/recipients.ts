import type { FilledBodyOf } from '../../contract/operations.js';
import type { Form, RoutingType } from './template-form.js';
import { suggestion } from '../../core/platform/nearest.js';
import type { FormProblem } from './problem.js';
import type { Person } from '../../contract/resources/template.js';

export type RecipientRequest = FilledBodyOf<'createEnvelope'>['recipients'][number];

/** What the rules need of a recipient; null for one that is malformed and already reported. */
export type NamedRole = Pick<RecipientRequest, 'role'> | null;

/** Everybody may be copied in under this role, whether or not the template declares it (Role, `routing_type`). */
export const copyRole = 'cc';

/**
 * Every way in which recipients do not fit a form: roles it does not declare, roles shared by two who sign, roles with
 * fields and nobody in them, in this order (Errors, `recipient_role_*`). `path` is what stands before `recipients`.
 */
export function recipientProblems(requests: readonly NamedRole[], form: Form, path = ''): readonly FormProblem[] {
  return [...unknown(requests, form, path), ...duplicated(requests, form, path), ...missing(requests, form, path)];
}

/** How somebody in this role takes part, or null for a role that the form does not know. */
export function routingOf(role: string, form: Form): RoutingType | null {
  const declared = form.roles.find(({ name }) => name === role);
  if (declared !== undefined) return declared.routing_type;
  return role === copyRole ? 'cc' : null;
}

/** The roles that need somebody: those with fields to fill. */
export function neededRoles(form: Form): readonly string[] {
  const used = new Set(form.fields.map(({ role }) => role));
  return form.roles.map(({ name }) => name).filter((name) => used.has(name));
}

function unknown(requests: readonly NamedRole[], form: Form, path: string): readonly FormProblem[] {
  const names = form.roles.map(({ name }) => name);
  return requests.flatMap((request, index) => {
    if (request === null || routingOf(request.role, form) !== null) return [];
    const says = `"${request.role}" is not a role of the template.${suggestion(request.role, names)}`;
    return [{ code: 'recipient_role_unknown', path: `${path}recipients[${index}].role`, says }];
  });
}

function duplicated(requests: readonly NamedRole[], form: Form, path: string): readonly FormProblem[] {
  const first = new Map<string, number>();
  return requests.flatMap((request, index) => {
    if (request === null) return [];
    const earlier = first.get(request.role);
    first.set(request.role, earlier ?? index);
    if (earlier === undefined || routingOf(request.role, form) === 'cc') return [];
    const says = `"${request.role}" is already taken by recipients[${earlier}]; only a cc may be shared.`;
    return [{ code: 'recipient_role_duplicated', path: `${path}recipients[${index}].role`, says }];
  });
}

function missing(requests: readonly NamedRole[], form: Form, path: string): readonly FormProblem[] {
  const taken = new Set(requests.map((request) => request?.role));
  return neededRoles(form)
    .filter((name) => !taken.has(name))
    .map((name) => ({
      code: 'recipient_role_missing',
      path: `${path}recipients`,
      says: `must name somebody for the role "${name}", which has fields to fill.`,
    }));
}

/** Who on the form has a role already, other than this person; null when nobody has. */
export const roleHolder = (people: readonly Person[], personId: string, role: string | undefined): Person | null =>
  (role === undefined ? undefined : people.find(({ id, current }) => id !== personId && current.role_name === role)) ??
  null;
