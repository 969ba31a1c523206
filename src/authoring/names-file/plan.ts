import type { DecisionBody } from '../../contract/operations/templates.js';
import type { Change, FieldChange, PersonChange } from './merge.js';
import {
  type FieldNames,
  fieldProperties,
  isOfSigner,
  namesOf,
  personProperties,
  type WholeTemplate,
} from './names.js';
import type { NamesFile } from './read.js';
import { takesFiller } from '../../contract/decision.js';

/** Which side stands where both changed the same. */
export type Preference = 'file' | 'service' | null;

export interface Plan {
  /** Decisions to be sent one by one, in the order in which a reader meets the people. */
  readonly decisions: readonly { readonly change: PersonChange; readonly body: DecisionBody }[];
  /** What the file asks of fields, by field id. Sent in one request, after the decisions. */
  readonly wishes: ReadonlyMap<string, Partial<FieldNames>>;
  /** The same as seen before the change, for a person. */
  readonly renames: readonly FieldChange[];
  readonly conflicts: readonly Change[];
}

/** What a push has to do for the service to hold what the file asks for. */
export function planPush(
  file: NamesFile,
  changes: readonly Change[],
  prefer: Preference,
  { people }: Pick<WholeTemplate, 'people'>,
): Plan {
  const isMine = ({ side }: Change): boolean => side === 'file' || (side === 'both' && prefer === 'file');
  const mine = changes.filter(isMine);
  const yielded = new Set(
    changes
      .filter(({ side }) => side === 'both' && prefer === 'service')
      .map(({ id, property }) => `${id} ${property}`),
  );
  const decisions = mine
    .filter((change) => change.kind === 'person')
    .map((change) => ({ change, body: decisionBody(change) }));
  return {
    decisions,
    wishes: merged(restored(changes, decisions, people), wishesOf(file, yielded)),
    renames: mine.filter((change) => change.kind === 'field'),
    conflicts: prefer === null ? changes.filter(({ side }) => side === 'both') : [],
  };
}

/**
 * A decision gives the fields in the person's part its own subject. Where somebody else gave one of them another
 * subject meanwhile, that is kept: it is written again after the decision.
 */
function restored(
  changes: readonly Change[],
  decisions: Plan['decisions'],
  people: WholeTemplate['people'],
): Plan['wishes'] {
  const subjects = new Map(
    decisions.flatMap(({ change, body }) =>
      (people.find(({ id }) => id === change.id)?.fields ?? []).map(({ id }) => [id, body.subject_key] as const),
    ),
  );
  const kept = changes
    .filter((change) => change.kind === 'field')
    .filter(({ id, property, side }) => property === 'subject' && side === 'service' && subjects.has(id))
    .filter(({ id, service }) => service !== (subjects.get(id) ?? service))
    .map(({ id, service }) => [id, { subject: service }] as const);
  return new Map(kept);
}

const merged = (one: Plan['wishes'], other: Plan['wishes']): Plan['wishes'] =>
  new Map([...one, ...other].map(([id]) => [id, { ...one.get(id), ...other.get(id) }]));

/** The body of the decision: what the file says, and nothing that it leaves open (A14). */
function decisionBody({ file }: PersonChange): DecisionBody {
  const { decision } = file;
  if (decision == null) throw new TypeError('a person without a decision cannot be pushed');
  const setNames = personProperties.filter(
    (name) => file[name] != null && (name !== 'filled_by' || takesFiller(decision)),
  );
  return { decision, ...Object.fromEntries(setNames.map((name) => [name, file[name]])) };
}

function wishesOf(file: NamesFile, yielded: ReadonlySet<string>): ReadonlyMap<string, Partial<FieldNames>> {
  return new Map(
    file.fields.flatMap(({ id, names }) => {
      const base = file.base.fields.get(id);
      const wanted = fieldProperties.filter(
        (name) =>
          names[name] !== undefined && names[name] !== (base?.names[name] ?? null) && !yielded.has(`${id} ${name}`),
      );
      return wanted.length === 0 ? [] : [[id, Object.fromEntries(wanted.map((name) => [name, names[name]]))] as const];
    }),
  );
}

/** The bulk rename that is left to do on a state of the fields: only what differs (A9). */
export function renamesLeft(
  fields: readonly ({ readonly id: string } & FieldNames)[],
  wishes: Plan['wishes'],
): readonly ({ readonly id: string } & Partial<FieldNames>)[] {
  return fields.flatMap((field) => {
    const wished = wishes.get(field.id) ?? {};
    const left = fieldProperties.filter((name) => wished[name] !== undefined && wished[name] !== field[name]);
    return left.length === 0 ? [] : [{ id: field.id, ...Object.fromEntries(left.map((name) => [name, wished[name]])) }];
  });
}

/** The fields as the decisions should leave them, to show in advance what is renamed afterwards. */
export function fieldsAfter(
  service: WholeTemplate,
  decisions: Plan['decisions'],
): readonly ({ readonly id: string } & FieldNames)[] {
  const subjects = new Map(
    decisions.flatMap(({ change, body }) => {
      const part = service.people.find(({ id }) => id === change.id)?.fields ?? [];
      return body.subject_key == null ? [] : part.map(({ id }) => [id, body.subject_key ?? null] as const);
    }),
  );
  return service.body.fields.map((field) => ({
    id: field.id,
    ...namesOf(field),
    subject: (isOfSigner(field.type) ? undefined : subjects.get(field.id)) ?? field.subject,
  }));
}
