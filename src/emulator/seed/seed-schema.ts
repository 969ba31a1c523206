import { durationOf } from '../../core/platform/duration.js';
import { lazy } from '../../core/platform/lazy.js';
import { eventNames } from '../../contract/events.js';
import { limits } from '../../contract/limits.js';
import { decisions } from '../../contract/decision.js';
import { recipientRequest, valueRequest } from '../../contract/operations/envelopes.js';
import { presences } from '../../contract/resources/template.js';
import {
  anyText,
  atLeast,
  email,
  eitherOf,
  flag,
  instant,
  integerFrom,
  isInstant,
  listOf,
  noted,
  nullable,
  oneOf,
  optional,
  type OutputOf,
  request,
  rule,
  text,
} from '../../contract/schema.js';
import { scopes, type Scope } from '../../contract/scopes.js';
import { fieldListEntries, listedFieldEntries } from '../control/field-list.js';
import { isBareOrigin } from '../domain/organisation.js';

const name = text(limits.nameLength);
const path = text(1000);

const about = <const S extends Parameters<typeof noted>[0]>(description: string, schema: S): S =>
  noted(schema, { description }) as S;

/** A secret never stands in the file itself. */
export const secretSchema = about(
  'The name of an environment variable, or a file relative to the seed file, that holds the secret',
  rule(
    request({ env: optional(text(200)), file: optional(path) }),
    ({ env, file }) => (env === undefined) !== (file === undefined),
    'must have either env or file',
  ),
);

/** Milliseconds before the clock of the seed, for `-3d`; null for another text. */
export function agoOf(when: string): number | null {
  return when.startsWith('-') ? (durationOf(when.slice(1)) ?? null) : null;
}

const when = about(
  'A time with a zone, or how long before the clock of the seed, such as -3d',
  rule(
    anyText,
    (value) => isInstant(value) || agoOf(value) !== null,
    'must be a time with a zone, such as 2026-03-02T08:00:00Z, or a duration before the clock, such as -3d',
  ),
);
const duration = rule(anyText, (value) => durationOf(value) !== undefined, 'must be a duration, such as 14d or 36h');

const brand = request({
  name,
  default: about('The default brand of the organisation gets this name', optional(flag, false)),
  origins: optional(listOf(rule(anyText, isBareOrigin, 'must be an origin, such as http://127.0.0.1:3000')), []),
  archived: optional(flag, false),
});

const key = request({
  name: about('For people: a key has no name', name),
  mode: oneOf(['live', 'test']),
  secret: about('A key that begins with esign_live_ or esign_test_, and 20 characters more', secretSchema),
  scopes: about('Empty: everything', optional(listOf(oneOf(Object.keys(scopes) as Scope[])), [])),
  revoked: optional(flag, false),
  owner_removed: optional(flag, false),
});

const endpoint = request({
  url: text(2000),
  events: optional(listOf(oneOf(eventNames)), [...eventNames]),
  brand: optional(name),
  secret: optional(secretSchema),
  active: optional(flag, true),
});

const person = request({
  person: about(
    'The ID, the heading, or the number among the people of the template',
    eitherOf([integerFrom(1, 1e4), name]),
  ),
  decision: about('Without one, the proposal is taken', optional(oneOf(decisions))),
  role_name: optional(name),
  subject_key: optional(text(limits.subjectKeyLength)),
  subject_label: optional(name),
  presence: optional(oneOf(presences)),
  filled_by: optional(oneOf(['current', 'own'])),
});

const fieldName = request({
  field: about(
    'The label, or the number among the fields of the template',
    eitherOf([integerFrom(1, 1e5), text(limits.labelLength)]),
  ),
  data_key: optional(nullable(text(limits.dataKeyLength))),
  label: optional(nullable(text(limits.labelLength))),
  subject: optional(nullable(text(limits.subjectKeyLength))),
});

const share = rule(atLeast(0), (value) => value <= 1, 'must be from 0 to 1');
const placedField = request({
  ...listedFieldEntries,
  document: about('Of several documents, the one it is on (default: 1)', optional(integerFrom(1, 50))),
  page: optional(integerFrom(1, 5000)),
  rect: about(
    'Fractions of the page, from its top left',
    optional(request({ x: share, y: share, w: share, h: share })),
  ),
});

const template = rule(
  rule(
    request({
      name,
      file: about('A PDF or Word file, relative to the seed file', optional(path)),
      files: about('Several files, as one template', optional(listOf(path))),
      people: about(
        'Decisions about the people found in the files (default: what is proposed for each)',
        optional(listOf(person)),
      ),
      names: about('Names of the fields found in the files', optional(listOf(fieldName), [])),
      ...fieldListEntries,
      fields: about(
        'In place of the fields found in the files; without files, on blank pages',
        optional(listOf(placedField)),
      ),
      archived: optional(flag, false),
    }),
    ({ file, files, fields }) =>
      [file, files].filter((each) => each !== undefined).length <= 1 && (file ?? files ?? fields) !== undefined,
    'must have file, files or fields, and only one of file and files',
  ),
  ({ fields, people, names }) => fields === undefined || (people ?? []).length + names.length === 0,
  'must have no people and names beside fields, which are given whole',
);

const stateNames = [
  'draft',
  'sent',
  'partially_signed',
  'completed',
  'sealed',
  'sealing_failed',
  'declined',
  'voided',
  'expired',
] as const;

const undelivered = about('The invitation never arrives', optional(flag, false));

const acts = ['send', 'sign', 'decline', 'delegate', 'void', 'expire', 'seal', 'fail_sealing', 'requeue'] as const;

const step = request({
  act: oneOf(acts),
  role: about('Who acts (default: the one whose turn it is)', optional(name)),
  at: optional(when),
  values: optional(
    listOf(request({ subject: valueRequest.entries.subject, key: anyText, value: valueRequest.entries.value })),
  ),
  signature: about('The typed signature (default: the name)', optional(name)),
  reason: optional(text(limits.voidReasonLength)),
  to: optional(request({ name, email, undelivered })),
});

const envelope = rule(
  rule(
    request({
      name: about('Names it in what a start tells, such as service.seeded.envelopes.late', optional(name)),
      template: name,
      title: optional(text(limits.titleLength)),
      mode: optional(oneOf(['live', 'test']), 'live'),
      brand: optional(name),
      recipients: listOf(request({ ...recipientRequest.entries, undelivered })),
      values: optional(listOf(valueRequest), []),
      completion_delivery: optional(oneOf(['service', 'integrator'])),
      expires_at: optional(instant),
      expires_in: optional(duration),
      at: about('When it is created (default: the clock of the seed)', optional(when)),
      state: about('What it comes to; required fields get sample values', optional(oneOf(stateNames))),
      reason: about('Of a state declined or voided', optional(text(limits.voidReasonLength))),
      steps: about('What happens to it, in order, in place of state', optional(listOf(step))),
    }),
    ({ state, steps }) => state === undefined || steps === undefined,
    'must have only one of state and steps',
  ),
  ({ expires_at: at, expires_in: after }) => at === undefined || after === undefined,
  'must have only one of expires_at and expires_in',
);

/** What a seed file holds: one service, with its data (`emulator start --seed-file`). */
export const seedSchema = lazy(() =>
  request({
    version: about('Of this format', integerFrom(1, 1)),
    clock: about(
      'Where the clock stands at the end (default: now, running; with `at` it is frozen there)',
      optional(request({ at: optional(instant), frozen: optional(flag) }), {}),
    ),
    organisation: optional(
      request({
        plan: optional(oneOf(['free', 'paid', 'unknown'])),
        members: optional(listOf(email)),
        confirmed_addresses: optional(listOf(email)),
      }),
      {},
    ),
    brands: optional(listOf(brand), []),
    keys: optional(listOf(key), []),
    endpoints: optional(listOf(endpoint), []),
    templates: optional(listOf(template), []),
    envelopes: optional(listOf(envelope), []),
  }),
);

export type Seed = OutputOf<ReturnType<typeof seedSchema>>;
export type SeedTemplate = Seed['templates'][number];
export type SeedEnvelope = Seed['envelopes'][number];
export type SeedStep = NonNullable<SeedEnvelope['steps']>[number];
export type SeedSecret = NonNullable<Seed['endpoints'][number]['secret']>;
