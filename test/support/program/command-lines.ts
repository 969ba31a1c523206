import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationId } from '../../../src/contract/operations.js';
import { linesPdf } from '../form-pdf.js';

const id = (last: number): string => `6f1f2f0e-4f0b-4f43-9d8a-${String(last).padStart(12, '0')}`;
const template = id(1);
const envelope = id(2);
const recipient = id(3);
const webhook = id(4);
const authorisation = id(5);
const field = id(6);
const run = id(7);
const brand = id(8);
const document = id(9);
const person = '0f0e0d0c0b0a09080706050403020100';
const tenant = 'role=Tenant,name=Thandi Mokoena,email=thandi@example.test';

/** A command line that is complete, with the operation that it must reach. */
export interface CommandLine {
  readonly words: readonly string[];
  readonly operation: OperationId;
}

/** Every command of a resource once, by its path. */
export const commandLines: Readonly<Record<string, CommandLine>> = {
  'template list': { words: [], operation: 'listTemplates' },
  'template get': { words: [template], operation: 'getTemplate' },
  'template create': { words: ['form.pdf', '--name', 'Lease'], operation: 'createTemplate' },
  'template people': { words: [template], operation: 'listTemplatePeople' },
  'template decide': {
    words: [template, person, '--decision', 'both', '--role-name', 'Tenant', '--subject-key', 'tenant'],
    operation: 'decideTemplatePerson',
  },
  'template apply': { words: [template, person], operation: 'applyTemplatePerson' },
  'template rename': { words: [template, field, '--data-key', 'person.full_name'], operation: 'renameTemplateField' },
  'template rename-all': { words: [template, '--from', 'names.yaml'], operation: 'renameTemplateFields' },
  'template fields': { words: [template], operation: 'getTemplate' },
  'template types': { words: [template], operation: 'getTemplate' },
  'template propose': { words: [template], operation: 'createNamingRun' },
  'template accept': { words: [template, run, '--high'], operation: 'acceptNamingRun' },
  'template preview': { words: [template, '-o', 'preview.html'], operation: 'getTemplate' },
  'template page': { words: [document, '1', '-o', 'page.pdf'], operation: 'getDocumentPage' },
  'envelope create': {
    words: ['--template', template, '--recipient', tenant, '--value', 'tenant.person.full_name=Thandi', '--send'],
    operation: 'createEnvelope',
  },
  'envelope rows': { words: ['--template', template], operation: 'getTemplate' },
  'envelope one-off': {
    words: ['form.pdf', '--title', 'NDA', '--recipient', tenant],
    operation: 'createOneOffEnvelope',
  },
  'envelope batch': {
    words: ['--template', template, '--input', 'rows.csv'],
    operation: 'createEnvelopeBatch',
  },
  'envelope get': { words: [envelope], operation: 'getEnvelope' },
  'envelope send': { words: [envelope], operation: 'sendEnvelope' },
  'envelope void': { words: [envelope, '--reason', 'Wrong rent'], operation: 'voidEnvelope' },
  'envelope documents': { words: [envelope], operation: 'listEnvelopeDocuments' },
  'envelope draft': { words: [envelope, '-o', 'draft.pdf'], operation: 'getEnvelopeDraft' },
  'envelope download': { words: [envelope, '-o', 'sealed.pdf'], operation: 'listEnvelopeDocuments' },
  'envelope signing-url': { words: [envelope, recipient, '--print'], operation: 'mintSigningUrl' },
  'webhook register': {
    words: ['--url', 'https://app.example.com/hooks', '--event', 'envelope.sealed'],
    operation: 'registerWebhook',
  },
  'webhook list': { words: [], operation: 'listWebhooks' },
  'webhook check': { words: [], operation: 'listWebhooks' },
  'webhook get': { words: [webhook], operation: 'getWebhook' },
  'webhook update': { words: [webhook, '--event', 'envelope.sent'], operation: 'updateWebhook' },
  'webhook enable': { words: [webhook], operation: 'updateWebhook' },
  'webhook disable': { words: [webhook], operation: 'updateWebhook' },
  'webhook delete': { words: [webhook], operation: 'deleteWebhook' },
  'webhook rotate': { words: [webhook], operation: 'rotateWebhookSecret' },
  'authorisation create': {
    words: [
      '--brand',
      brand,
      '--entity-name',
      'Khumalo Homes',
      '--purpose',
      'Leases',
      '--grantor',
      'name=Naledi Khumalo,email=naledi@example.test',
      '--valid-until',
      '2027-12-01T00:00:00+02:00',
    ],
    operation: 'createAuthorisation',
  },
  'authorisation list': { words: [], operation: 'listAuthorisations' },
  'authorisation get': { words: [authorisation], operation: 'getAuthorisation' },
  'authorisation cancel': { words: [authorisation, '--reason', 'Not needed'], operation: 'cancelAuthorisation' },
  'authorisation revoke': { words: [authorisation, '--reason', 'Left'], operation: 'revokeAuthorisation' },
};

/** The files that the command lines name. */
export function writeInputs(folder: string): void {
  writeFileSync(join(folder, 'form.pdf'), linesPdf([['{{Signature;role=Tenant;type=signature}}']]));
  writeFileSync(join(folder, 'names.yaml'), `${field}:\n  data_key: person.full_name\n  subject: tenant\n`);
  writeFileSync(join(folder, 'rows.csv'), 'Tenant.name,Tenant.email\nThandi Mokoena,thandi@example.test\n');
}
