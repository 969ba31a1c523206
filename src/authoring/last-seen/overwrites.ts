import type { DecisionBody, Rename } from '../../contract/operations/templates.js';
import type { ReadTemplate } from '../names-file/names.js';
import { type FieldName, fieldKey, type PersonFact, personFacts, personKey, subjectKey } from './facts.js';
import type { Seen } from '../../store/last-seen.js';

/** One value that a write sets. Undefined: the service chooses the new value, or may leave it. */
export interface Overwrite {
  readonly key: string;
  readonly value: string | null | undefined;
}

/** What a write would overwrite, on the template as it was read just before; people only where it is about them. */
export type Overwrites = (current: ReadTemplate, seen: Seen) => readonly Overwrite[];

const written = ['subject', 'data_key', 'label'] as const satisfies readonly FieldName[];

/** A rename of fields: each name that is given. */
export const overwritesOfRenames =
  (fields: readonly (Rename & { readonly id: string })[]): Overwrites =>
  () =>
    fields.flatMap(({ id, ...names }) =>
      written
        .filter((name) => names[name] !== undefined)
        .map((name) => ({ key: fieldKey(id, name), value: names[name] })),
    );

/**
 * A decision about one person: what was decided before, the subject's name, and the subject and role of the fields in
 * the person's part of the form.
 */
export const overwritesOfDecision =
  (personId: string, body: DecisionBody): Overwrites =>
  ({ people }) => {
    const person = people?.find(({ id }) => id === personId);
    const label = body.subject_label ?? body.subject_name;
    const values: Readonly<Record<PersonFact, string | null | undefined>> = {
      subject_key: body.subject_key ?? null,
      role_name: body.role_name ?? null,
      decision: body.decision,
      subject_label: label ?? undefined,
      presence: body.presence ?? undefined,
      // What the service proposed is not written by a decision.
      proposed_subject_key: body.subject_key ?? null,
      proposed_role_name: body.role_name ?? null,
    };
    const isDecided =
      person !== undefined && (person.current.role_name !== null || person.current.subject_key !== null);
    const own = isDecided ? personFacts : (['subject_key', 'role_name'] as const);
    // A subject that stays keeps its name where the decision gives none.
    const keepsLabel = label === undefined && body.subject_key === person?.current.subject_key;
    return [
      ...own
        .filter((name) => name !== 'subject_label' || !keepsLabel)
        .map((name) => ({ key: personKey(personId, name), value: values[name] })),
      ...(body.subject_key == null || label == null ? [] : [{ key: subjectKey(body.subject_key), value: label }]),
      ...(person?.fields ?? []).flatMap(({ id }) => [
        { key: fieldKey(id, 'subject'), value: body.subject_key ?? undefined },
        { key: fieldKey(id, 'role'), value: body.role_name ?? undefined },
      ]),
    ];
  };

/** The service's own proposal for one person: what is proposed counts as well, since it is what will be written. */
export const overwritesOfProposal =
  (personId: string): Overwrites =>
  ({ people }) => {
    const person = people?.find(({ id }) => id === personId);
    const proposed = person?.proposed;
    return [
      ...personFacts.map((name) => ({ key: personKey(personId, name), value: undefined })),
      ...(person?.fields ?? []).map(({ id }) => ({
        key: fieldKey(id, 'subject'),
        value: proposed?.subject_key ?? undefined,
      })),
    ];
  };

/**
 * The names that a naming run proposed, and with `all` every person. A run that this machine has not seen may hold any
 * name, so then every name counts.
 */
export const overwritesOfRun =
  (runId: string, accept: 'all' | 'high' | readonly string[]): Overwrites =>
  (current, { runs }) => {
    const { fields } = current.body;
    const run = runs.find(({ id }) => id === runId.toLowerCase());
    const isTaken = (id: string, sure: boolean): boolean =>
      typeof accept === 'string' ? accept === 'all' || sure : accept.some((each) => each.toLowerCase() === id);
    const people = accept === 'all' ? (current.people ?? []) : [];
    const decided = people.flatMap(({ id }) => overwritesOfProposal(id)(current, emptySeen));
    if (run === undefined) {
      return [
        ...decided,
        ...fields.flatMap(({ id }) => written.map((name) => ({ key: fieldKey(id, name), value: undefined }))),
      ];
    }
    const names = run.proposals
      .filter(({ id, sure }) => isTaken(id, sure))
      .flatMap((proposal) => {
        const field = fields.find(({ id }) => id === proposal.field_id);
        // A name for one box of a question goes to all of them, and leaves their labels.
        const question = field?.question_id ?? null;
        const intended =
          question === null
            ? [proposal.field_id]
            : fields.filter((each) => each.question_id === question).map(({ id }) => id);
        return intended.flatMap((id) =>
          written
            .filter((name) => question === null || name !== 'label')
            .map((name) => ({ key: fieldKey(id, name), value: proposal[name] })),
        );
      });
    return [...decided, ...names];
  };

export const emptySeen: Seen = { etag: null, facts: new Map(), runs: [] };
