import { join } from 'node:path';
import type { Envelope, EnvelopeDocuments } from '../../contract/resources/envelope.js';
import type { Template } from '../../contract/resources/template.js';
import type { Context } from '../context/context.js';
import { formatSize } from '../files/written-files.js';
import { variable } from './command-line.js';
import type { DemoRunner } from './runner.js';
import type { Receiver } from './receiver.js';
import { parties } from './script.js';
import type { Printer } from './printer.js';

/** The files of the demo, as named on the command lines. */
export interface DemoFiles {
  readonly form: string;
  readonly values: string;
  readonly secret: string;
  readonly draft: string;
  readonly sealed: string;
  readonly ca: string;
}

export const filesIn = (folder: string): DemoFiles => ({
  form: join(folder, 'lease.pdf'),
  values: join(folder, 'values.yaml'),
  secret: join(folder, 'webhook.secret'),
  draft: join(folder, 'lease-draft.pdf'),
  sealed: join(folder, 'lease-sealed.pdf'),
  ca: join(folder, 'ca.pem'),
});

export interface Scene {
  readonly context: Context;
  readonly play: DemoRunner;
  readonly printer: Printer;
  readonly receiver: Receiver;
  readonly files: DemoFiles;
}

const template = variable('template');
const envelope = variable('envelope');

/** From a PDF form to a template with decided people and named fields. */
export async function authorTemplate({ play, printer, files }: Scene): Promise<void> {
  await printer.step('Create a template from a fillable PDF');
  const created = await play.run({
    words: ['template', 'create', files.form, '--name', 'Residential lease'],
    keep: 'template',
  });
  const form = created.value as Template;
  await printer.did(`${form.pages.length} pages, ${form.fields.length} fields`, {
    template_id: form.id,
    fields: form.fields.length,
  });

  await printer.step('Assign roles to the people on the form');
  const applied = await play.forEach('person', ['template', 'people', template], {
    words: ['template', 'apply', template, variable('person')],
  });
  const roles = (applied.at(-1)?.value as Template | undefined)?.roles.map(({ name }) => name) ?? [];
  await printer.did(`roles: ${roles.join(', ')}; Signer has the fields that are not assigned to anyone else`, {
    roles,
  });

  await printer.step('Name the fields so that you can prefill them');
  await play.run({ words: ['template', 'propose', template], keep: 'run' });
  const accepted = await play.run({ words: ['template', 'accept', template, variable('run'), '--all'] });
  const { coverage } = accepted.value as Template;
  const named = coverage.prefillable - coverage.unnamed;
  await printer.did(`${named} of ${coverage.prefillable} have a name, such as tenant.person.full_name`, { coverage });
}

/** A webhook endpoint: the demo itself receives and verifies the events. */
export async function registerWebhook({ context, play, printer, receiver, files }: Scene): Promise<void> {
  await printer.step('Receive signed events');
  const events = ['envelope.sent', 'recipient.completed', 'envelope.completed', 'envelope.sealed'];
  await play.run({
    words: [
      'webhook',
      'register',
      '--url',
      receiver.url,
      ...events.flatMap((name) => ['--event', name]),
      '--secret-file',
      files.secret,
      '--force',
    ],
  });
  receiver.use((await context.files.readText(files.secret, { limit: 4096 })).trim());
  await printer.did('a receiver in this demo verifies every delivery', { url: receiver.url, events });
}

/** The envelope is sent with its values, and everyone signs in order; a draft is downloaded in between. */
export async function sendAndSign({ play, printer, files }: Scene): Promise<void> {
  await printer.step('Create an envelope with values, and send it');
  const people = parties.flatMap(({ role, name, email }) => [
    '--recipient',
    `role=${role},name=${name},email=${email}`,
  ]);
  const sent = await play.run({
    words: ['envelope', 'create', '--template', template, ...people, '--values-file', files.values, '--send'],
    keep: 'envelope',
    deliveries: 1,
  });
  const { status, id } = sent.value as Envelope;
  await printer.did(`${status}; ${parties[0]?.name ?? ''} is invited first`, { envelope_id: id, status });

  await printer.step('Each party signs, in order');
  for (const [index, { role }] of parties.entries()) {
    const last = index === parties.length - 1;
    await play.run({ words: ['emulator', 'sign', envelope, role], deliveries: last ? 2 : 1 });
    if (index !== 2) continue;
    const drawn = await play.run({ words: ['envelope', 'draft', envelope, '-o', files.draft, '--force'] });
    await printer.did(`a draft, with every answer so far and DRAFT on every page (${written(drawn.value)})`, {
      file: files.draft,
    });
  }
}

/** Sealing takes a minute; the emulator clock is advanced past it. */
export async function sealAndFetch({ play, printer, files }: Scene): Promise<void> {
  await printer.step('Advance the clock until the service seals the document');
  await play.run({ words: ['emulator', 'clock', 'advance', '2m'], deliveries: 1 });
  const { sealed, documents } = (await play.run({ words: ['envelope', 'documents', envelope] }))
    .value as EnvelopeDocuments;
  await printer.did(sealed ? 'sealed' : 'not sealed yet', { sealed, documents: documents.length });
  const fetched = await play.run({ words: ['envelope', 'download', envelope, '-o', files.sealed, '--force'] });
  await printer.did(`the signed document with its certificate of completion (${written(fetched.value)})`, {
    file: files.sealed,
  });
}

/** With the document and the certificate of its authority, the service is not needed for verification. */
export async function verifyOffline({ play, printer, files }: Scene): Promise<void> {
  await printer.step('Verify the document without the service');
  await play.run({ words: ['emulator', 'ca', '-o', files.ca, '--force'] });
  const { value } = await play.run({ words: ['pdf', 'verify', files.sealed, '--ca-file', files.ca] });
  const { sealed_at: sealedAt, trusted } = value as Verified;
  await printer.did(`unaltered, sealed at ${sealedAt}, trusted through “${trusted.name}”`, {
    sealed_at: sealedAt,
    trusted: trusted.name,
  });
}

interface Verified {
  readonly sealed_at: string;
  readonly trusted: { readonly name: string };
}

const written = (value: unknown): string => formatSize((value as { readonly bytes: number }).bytes);
