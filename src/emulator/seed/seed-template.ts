import { basename } from 'node:path';
import { type Caller, idOf } from '../control/trigger-envelope.js';
import { keepFieldList } from '../control/keep-field-list.js';
import { Refusal } from '../domain/refusal.js';
import type { TemplateState } from '../domain/template.js';
import { etagOf } from '../domain/template-body.js';
import { readUploads, withoutExtension } from '../handlers/uploads.js';
import { templateRepository } from '../store/template-repository.js';
import { call, type Seeding } from './apply-seed.js';
import type { SeedTemplate } from './seed-schema.js';

/** Creates a template of a seed file: from files, from fields, or both; returns its ID. Throws Refusal. */
export async function createSeedTemplate(seeding: Seeding, template: SeedTemplate): Promise<string> {
  const caller = seeding.caller('live');
  const uploads = await uploadsOf(seeding, template);
  const id =
    template.fields === undefined
      ? idOf(await call(caller, 'createTemplate', {}, { name: template.name, documents: uploads }))
      : await fromFields(caller, template, template.fields, uploads);
  const found = stateOf(caller, id).people;
  const people = template.people ?? found.map(({ id: person }) => ({ person }));
  for (const [index, person] of people.entries()) await decide(caller, id, person, `people[${index}]`);
  await nameFields(caller, id, template.names);
  return id;
}

type Uploads = readonly { readonly filename: string; readonly file: string }[];

async function uploadsOf({ sources }: Seeding, { file, files }: SeedTemplate): Promise<Uploads> {
  const made: { filename: string; file: string }[] = [];
  for (const path of files ?? (file === undefined ? [] : [file])) {
    made.push({ filename: basename(path), file: (await sources.document(path)).toString('base64') });
  }
  return made;
}

async function fromFields(
  { service, organisation }: Caller,
  template: SeedTemplate,
  fields: NonNullable<SeedTemplate['fields']>,
  uploads: Uploads,
): Promise<string> {
  const documents = (await readUploads(service, uploads)).map((read, at) => ({
    name: withoutExtension(uploads[at]?.filename ?? ''),
    read,
  }));
  for (const [index, { document = 1, page = 1 }] of fields.entries()) {
    if (documents.length === 0) continue;
    const pages = documents[document - 1]?.read.pages.length;
    if (pages === undefined) throw new Refusal('invalid_request', `fields[${index}].document is not one of the files.`);
    if (page > pages) throw new Refusal('invalid_request', `fields[${index}].page must be at most ${pages}.`);
  }
  const { name, roles, questions } = template;
  return (await keepFieldList(service, organisation.id, { name, roles, questions, fields }, documents)).id;
}

async function decide(
  caller: Caller,
  templateId: string,
  { person: named, decision, ...rest }: NonNullable<SeedTemplate['people']>[number],
  path: string,
): Promise<void> {
  const template = stateOf(caller, templateId);
  const found = template.people.filter(({ id, heading }, at) => id === named || heading === named || at + 1 === named);
  const [person] = found;
  if (person === undefined || found.length > 1) {
    const all = template.people.map(({ heading }, at) => `${at + 1} "${heading}"`).join(', ');
    const why =
      found.length > 1
        ? `names ${found.length} people; use the number`
        : `is not one of ${all === '' ? 'nobody' : all}`;
    throw new Refusal('invalid_request', `${path}.person ${why}.`);
  }
  const parameters = { templateId, personId: person.id };
  const etag = etagOf(template);
  if (decision === undefined) await call(caller, 'applyTemplatePerson', parameters, {}, etag);
  else await call(caller, 'decideTemplatePerson', parameters, { decision, ...rest }, etag);
}

async function nameFields(caller: Caller, templateId: string, names: SeedTemplate['names']): Promise<void> {
  if (names.length === 0) return;
  const template = stateOf(caller, templateId);
  const fields = names.map(({ field: named, ...rest }, index) => {
    const found = template.fields.filter(({ label }, at) => label === named || at + 1 === named);
    const [field] = found;
    if (field !== undefined && found.length === 1) return { id: field.id, ...rest };
    const why =
      field === undefined
        ? `is not one of the ${template.fields.length} fields`
        : `names ${found.length} fields; use the number`;
    throw new Refusal('invalid_request', `names[${index}].field ${why}.`);
  });
  await call(caller, 'renameTemplateFields', { templateId }, { fields }, etagOf(template));
}

function stateOf({ service }: Caller, id: string): TemplateState {
  const template = templateRepository(service.store.sql).findAnywhere(id);
  if (template === null) throw new Error('the template that was just created is missing');
  return template;
}
