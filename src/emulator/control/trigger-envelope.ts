import { isObject } from '../../core/platform/json.js';
import type { FilledBodyOf, OperationId, ParametersOf } from '../../contract/operations.js';
import type { Mode, Organisation } from '../domain/organisation.js';
import type { TemplateState } from '../domain/template.js';
import { envelopeHandlers } from '../handlers/envelopes.js';
import { templateHandlers } from '../handlers/templates.js';
import type { Exchange, Reply } from '../http/exchange.js';
import type { Service } from '../service.js';
import { templateRepository } from '../store/template-repository.js';
import { pdfOf } from '../domain/blank-document.js';

/** The API as used by the organisation, without a credential and without rate limits. */
export interface Caller {
  readonly service: Service;
  readonly organisation: Organisation;
  readonly mode: Mode;
}

const templateName = 'Created by trigger';
const people = [
  { name: 'Thandi Mokoena', email: 'thandi@example.test' },
  { name: 'Pieter van Wyk', email: 'pieter@example.test' },
] as const;

/** Sends an envelope of a small agreement between two people; returns its ID. A test key may email nobody else. */
export async function sentEnvelope(caller: Caller): Promise<string> {
  const template = await triggerTemplate(caller);
  const recipients = triggerRoles.map((role, index) => ({
    role,
    ...(people[index] ?? people[0]),
    job_title: null,
    company: null,
    embedded: caller.mode === 'test',
    external_ref: null,
    standing_authorisation_id: null,
  }));
  const body: FilledBodyOf<'createEnvelope'> = {
    template_id: template,
    title: null,
    recipients,
    values: [],
    send: true,
    expires_at: null,
    brand_id: null,
    completion_delivery: 'integrator',
  };
  return idOf(await envelopeHandlers.createEnvelope(exchange<'createEnvelope'>(caller, {}, body)));
}

/** Sends a draft. Throws envelope_not_draft in any other state. */
export async function sendDraft(caller: Caller, envelopeId: string): Promise<void> {
  await envelopeHandlers.sendEnvelope(exchange<'sendEnvelope'>(caller, { envelopeId }, {}));
}

/** Throws envelope_not_sent for an envelope that is not open. */
export async function voidEnvelope(caller: Caller, envelopeId: string, reason: string): Promise<void> {
  await envelopeHandlers.voidEnvelope(exchange<'voidEnvelope'>(caller, { envelopeId }, { reason }));
}

/** The template of earlier triggers, or a new one. */
async function triggerTemplate(caller: Caller): Promise<string> {
  const { service, organisation } = caller;
  const known = findTemplate(service, organisation);
  if (known !== null) return known;
  const documents = [{ filename: 'agreement.pdf', file: triggerDocument().toString('base64') }];
  const body: FilledBodyOf<'createTemplate'> = { name: templateName, documents };
  return idOf(await templateHandlers.createTemplate(exchange<'createTemplate'>(caller, {}, body)));
}

function findTemplate(service: Service, organisation: Organisation): string | null {
  const templates = templateRepository(service.store.sql);
  const fits = ({ name, roles }: TemplateState): boolean =>
    name === templateName && triggerRoles.every((role) => roles.some((each) => each.name === role));
  let cursor: string | null = null;
  do {
    const page = templates.list(organisation.id, { limit: 100, cursor });
    const found = page?.templates.find(fits);
    if (found !== undefined) return found.id;
    cursor = page?.next ?? null;
  } while (cursor !== null);
  return null;
}

/** The input of a handler, as if the organisation had called it. */
export const exchange = <Id extends OperationId>(
  { service, organisation, mode }: Caller,
  parameters: ParametersOf<Id>,
  body: FilledBodyOf<Id>,
): Exchange<Id> => ({
  service,
  organisation,
  key: {
    id: 'trigger',
    organisation_id: organisation.id,
    mode,
    prefix: '',
    scopes: [],
    revoked: false,
    owner_removed: false,
  },
  parameters,
  query: undefined as Exchange<Id>['query'],
  body,
  ifMatch: null,
  ifNoneMatch: null,
  charge: () => undefined,
  commit: (work) => service.store.commit(work),
});

/** The ID in a response. */
export function idOf(reply: Reply): string {
  const body = reply.body !== undefined && 'json' in reply.body ? reply.body.json : null;
  if (isObject(body) && typeof body['id'] === 'string') return body['id'];
  throw new Error('a response without an ID');
}

/** The document of `trigger` envelopes: one page that two people sign in order. */

const triggerRoles = ['First signer', 'Second signer'] as const;

const lines = [
  'A sample agreement for testing.',
  ...triggerRoles.flatMap((role) => [
    `{{Name of the ${role.toLowerCase()};role=${role};type=text;required=true}}`,
    `{{Signature of the ${role.toLowerCase()};role=${role};type=signature;required=true}}`,
    `{{Date signed by the ${role.toLowerCase()};role=${role};type=date_signed;required=true}}`,
  ]),
];

const triggerDocument = (): Buffer => linesDocument(lines);

/** One PDF page of lines, with text tags as fields (A18, Text tags). */
export function linesDocument(lines: readonly string[]): Buffer {
  const drawing = lines.map((line, index) => `BT /F1 10 Tf 60 ${760 - index * 40} Td (${line}) Tj ET`).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
  ];
  return pdfOf(objects);
}
