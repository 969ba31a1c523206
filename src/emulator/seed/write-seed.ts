import { Document, isMap, isSeq, type Node, visit } from 'yaml';
import { listenerPath } from '../../core/platform/version.js';
import { keyShape } from '../../contract/key-shape.js';
import { blankDocument } from '../domain/blank-document.js';
import { type EnvelopeField, type EnvelopeForm, formOf } from '../domain/envelope-form.js';
import { blankPage } from '../domain/template-from-fields.js';
import type { First } from '../provision.js';
import type { Service } from '../service.js';
import { documentRepository } from '../store/document-repository.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { settingsRepository } from '../store/settings-repository.js';
import { templateRepository } from '../store/template-repository.js';
import { webhookRepository } from '../store/webhook-repository.js';
import { envelopeEntry } from './envelope-entry.js';

/** A seed file, and the documents beside it. */
export interface WrittenSeed {
  readonly yaml: string;
  /** By their names, which the file gives as `FOLDER/name`. */
  readonly files: readonly { readonly name: string; readonly pdf: Buffer }[];
}

type Entry = Readonly<Record<string, unknown>>;

const head = ` The service of an emulator: esign emulator start --seed-file FILE
 Left out, since it cannot be told or is made again: keys, secrets (an endpoint takes one with secret: { env: NAME }),
 endpoints of esign listen, mails, deliveries, authorisations, the people found on a form, that a role is a witness.`;

/** The first organisation as a seed file, its documents in `folder`. */
export function writeSeed(service: Service, first: First, folder: string): WrittenSeed {
  const { sql } = service.store;
  const organisations = organisationRepository(sql);
  const organisation = organisations.find(first.organisationId);
  const brands = organisations.brands(first.organisationId);
  const documents = new Documents(service, folder);
  const templates: Entry[] = [];
  const taken = new Map<string, string>();
  const nameFor = (name: string, id: string): string => {
    const known = taken.get(id);
    if (known !== undefined) return known;
    const used = new Set(taken.values());
    let free = name;
    for (let number = 2; used.has(free); number += 1) free = `${name} (${number})`;
    taken.set(id, free);
    return free;
  };
  const repository = templateRepository(sql);
  for (const template of repository.all(first.organisationId)) {
    const form = formOf(template);
    const files = documents.of('template', template.id, template.name);
    templates.push({
      name: nameFor(template.name, template.id),
      ...files,
      ...formEntry(form),
      ...(template.archived ? { archived: true } : {}),
    });
  }
  const names = new Map(
    Object.entries(settingsRepository(sql).seeded()?.envelopes ?? {}).map(([name, id]) => [id, name]),
  );
  const envelopes = envelopeRepository(sql)
    .all(first.organisationId)
    .map((envelope) => {
      const form = envelopeRepository(sql).formOf(envelope.id);
      const template = envelope.template_id === null ? null : repository.findAnywhere(envelope.template_id);
      // A one-off, and one whose template has changed since, has a form of its own.
      const isOwn =
        template === null || JSON.stringify(formEntry(formOf(template))) !== JSON.stringify(formEntry(form));
      const id = isOwn ? envelope.id : template.id;
      if (isOwn) {
        const files = documents.of('envelope', envelope.id, envelope.title);
        templates.push({ name: nameFor(envelope.title, id), ...files, ...formEntry(form) });
      }
      const brand = brands.find((each) => each.id === envelope.brand_id);
      const name = names.get(envelope.id);
      return {
        ...(name === undefined || /^\d+$/.test(name) ? {} : { name }),
        template: taken.get(id),
        ...(brand === undefined || brand.is_default ? {} : { brand: brand.name }),
        ...envelopeEntry(service, envelope, form),
      };
    });
  const yaml = textOf({
    version: 1,
    clock: { at: service.clock.instant(), frozen: service.clock.frozen },
    organisation: {
      plan: organisation?.plan,
      members: organisation?.members,
      confirmed_addresses: organisation?.confirmed_addresses,
    },
    brands: brands.map((brand) => ({
      name: brand.name,
      ...(brand.is_default ? { default: true } : {}),
      ...(brand.origins.length === 0 ? {} : { origins: brand.origins }),
      ...(brand.archived ? { archived: true } : {}),
    })),
    endpoints: webhookRepository(sql)
      .list(first.organisationId)
      .toReversed()
      .filter(({ url }) => !listenerPath.test(url))
      .map(({ url, subscribed_events: events, brand_id: brand, active }) => ({
        url,
        events,
        ...(brand === null ? {} : { brand: brands.find(({ id }) => id === brand)?.name }),
        ...(active ? {} : { active: false }),
      })),
    templates,
    envelopes,
  });
  // A key that somebody typed as a value stays here.
  return { yaml: yaml.replaceAll(new RegExp(keyShape.source, 'g'), '$1_masked'), files: documents.files };
}

/** Collects the PDFs that a seed file names; a blank one is left out. */
class Documents {
  readonly files: { readonly name: string; readonly pdf: Buffer }[] = [];
  readonly #service: Service;
  readonly #folder: string;
  readonly #known = new Map<string, string>();

  constructor(service: Service, folder: string) {
    this.#service = service;
    this.#folder = folder;
  }

  of(kind: 'template' | 'envelope', owner: string, title: string): Entry {
    const repository = documentRepository(this.#service.store.sql);
    const stored = repository.ofOwner(kind, owner);
    const isBlank = (pdf: Buffer): boolean => pdf.equals(blankDocument(stored[0]?.page_count ?? 1, blankPage));
    const files = stored.map((document) => {
      const pdf = repository.pdf(document);
      if (stored.length === 1 && isBlank(pdf)) return null;
      const known = this.#known.get(document.sha256);
      if (known !== undefined) return known;
      const name = this.#freeName(document.name === '' ? title : document.name);
      this.files.push({ name, pdf });
      this.#known.set(document.sha256, `${this.#folder}/${name}`);
      return `${this.#folder}/${name}`;
    });
    const [only] = files;
    if (only === null || only === undefined) return {};
    return files.length === 1 ? { file: only } : { files };
  }

  #freeName(title: string): string {
    const letters = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 60);
    const words = letters.replaceAll(/^-|-$/g, '') || 'document';
    const used = new Set(this.files.map(({ name }) => name));
    let free = `${words}.pdf`;
    for (let number = 2; used.has(free); number += 1) free = `${words}-${number}.pdf`;
    return free;
  }
}

const rounded = (fraction: number): number => Math.round(fraction * 1e5) / 1e5;

/** Roles, questions and fields, without what is usual. */
function formEntry(form: EnvelopeForm): Entry {
  const numbers = new Map(form.questions.map(({ id }, at) => [id, at + 1]));
  return {
    roles: form.roles.map(({ name, routing_type: routing }) =>
      routing === 'cc' ? { name, routing_type: routing } : { name },
    ),
    ...(form.questions.length === 0
      ? {}
      : {
          questions: form.questions.map(({ label, min_selected: min, max_selected: max }) => ({
            ...(label === null ? {} : { label }),
            ...(min > 0 ? { required: true } : {}),
            min_selected: min,
            max_selected: max,
          })),
        }),
    fields: form.fields.map((field) => fieldEntry(field, numbers.get(field.question_id ?? ''))),
  };
}

function fieldEntry(
  { type, role, rect, document, page, ...field }: EnvelopeField,
  question: number | undefined,
): Entry {
  const { label, required, subject, data_key, options, multiline, option_value } = field;
  const given = { label, required, subject, data_key, options, multiline, question, option_value };
  return {
    type,
    role,
    ...Object.fromEntries(
      Object.entries(given).filter(([, each]) => each !== null && each !== false && each !== undefined),
    ),
    ...(document === 1 ? {} : { document }),
    page,
    rect: { x: rounded(rect.x), y: rounded(rect.y), w: rounded(rect.w), h: rounded(rect.h) },
  };
}

/** One line for each field, recipient, value and step, so that two files can be compared. */
function textOf(seed: Entry): string {
  const document = new Document(seed);
  document.commentBefore = head;
  const inLines = new Set(['fields', 'recipients', 'values', 'steps', 'roles', 'questions', 'brands']);
  visit(document, {
    Pair(_, { key, value }) {
      if (!isSeq(value) || !inLines.has(String((key as { readonly value?: unknown } | null)?.value))) return;
      for (const item of value.items) if (isMap(item as Node)) (item as { flow?: boolean }).flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}
