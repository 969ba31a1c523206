import { Document, isMap, isScalar, isSeq, type Pair, type YAMLMap, visit } from 'yaml';
import { baseNode, derivedOf, readDocument, stated } from './base.js';
import { takesFiller } from '../../contract/decision.js';
import { escapeHiddenPoints, hasHidden } from '../../core/platform/visible-text.js';
import type { Field, Person, Template } from '../../contract/resources/template.js';
import { contextOf, decisionNow, namesOf, type WholeTemplate } from './names.js';

const head = ` The names of one template: who is on the form, and the address of each field.
 Yours to edit: \`decision\` and what belongs to it (subject_key, subject_label, role_name, presence, filled_by), and
 subject, data_key and label of a field. Everything else is there to be read. Comments of yours are kept.
   esign template diff FILE    shows what differs from the service
   esign template push FILE    writes exactly that difference`;

const sections: Readonly<Record<string, string>> = {
  people:
    ' The people on the form, as a reader meets them. To take what is proposed, write its lines in place of decision: null.',
  subjects: ' Whose data the form holds, and who signs it: they follow from the decisions above.',
  fields: ' The fields. A value is written to subject.data_key; without a subject it is the signer’s own.',
  base: ' What the service held when this file was written, for merging with what others change. Leave it as it is.',
};

/**
 * The names of a template as YAML: the same text for the same state, in the order of the service; words that YAML 1.1
 * takes for something else, such as No, are quoted. Comments that somebody
 * wrote into an `earlier` text of the file are carried over to the people, fields and lines they belong to.
 */
export function writeNames(names: WholeTemplate, earlier?: string): string {
  const { body } = names;
  const isPack = body.fields.some((field) => positionOf(field, body.documents) !== 1);
  const value = {
    version: 1,
    template: body.id,
    name: body.name,
    people: names.people.map((person) => personNode(body, person)),
    ...derivedOf(body),
    fields: body.fields.map((field) => fieldNode(field, body, isPack)),
    base: baseNode(names),
  };
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  document.commentBefore = head;
  const root = document.contents;
  if (isMap(root)) {
    for (const pair of root.items) {
      const comment = isScalar(pair.key) ? sections[String(pair.key.value)] : undefined;
      if (comment === undefined || !isScalar(pair.key)) continue;
      pair.key.commentBefore = comment;
      pair.key.spaceBefore = true;
    }
  }
  shape(document);
  if (earlier !== undefined) keepComments(document, earlier);
  return escapeHiddenPoints(document.toString({ lineWidth: 0 }));
}

function personNode(template: Template, person: Person): object {
  const { id, heading, page, reason, proposed } = person;
  const names = decisionNow(template, person);
  const decided =
    names.decision === null
      ? { proposed: stated({ ...proposed, filled_by: proposedFiller(person) }), decision: null }
      : stated(names);
  return { id, heading, page, reason, ...decided };
}

/** A person who signs and has details gives them, unless somebody says otherwise. */
const proposedFiller = ({ proposed: { decision }, fields }: Person): 'own' | null =>
  decision !== null && takesFiller(decision) && fields.some(({ kind }) => kind === 'data') ? 'own' : null;

function fieldNode(field: Field, { documents }: Template, isPack: boolean): object {
  const { document, ...told } = information(field, documents);
  return { id: field.id, ...(isPack ? { document } : {}), ...told, ...namesOf(field) };
}

/** The place of a field's document in the pack, from 1. */
const positionOf = ({ document_id }: Field, documents: Template['documents']): number =>
  Math.max(
    0,
    documents.findIndex(({ id }) => id === document_id),
  ) + 1;

/** What a field's entry tells besides its names. `document`, from 1, is written only where there are several. */
export function information(field: Field, documents: Template['documents']): Readonly<Record<string, unknown>> {
  const { page, rect, type, role, option_value: option } = field;
  const context = contextOf(field);
  return {
    document: positionOf(field, documents),
    page,
    // As fractions of the page, to four digits.
    at: [rect.x, rect.y, rect.w, rect.h].map((part) => Math.round(part * 10_000) / 10_000),
    type,
    role,
    ...(context === '' ? {} : { context }),
    ...(option == null ? {} : { option }),
  };
}

/** Short lists and maps on one line each, a blank line before a person and a field. */
function shape(document: Document): void {
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === 'string' && hasHidden(node.value)) node.type = 'QUOTE_DOUBLE';
    },
    Map: (key, node, path) => {
      if (isSeq(path.at(-1)) && node.has('id')) node.spaceBefore = key !== 0;
      else if (path.length > 2) node.flow = !isBlock(node);
    },
    Seq: (key, node) => {
      if (key === 'value' && node.items.every((item) => isScalar(item))) node.flow = true;
    },
  });
}

/** The two maps of the base by id are long. */
const isBlock = (node: YAMLMap): boolean =>
  node.items.some(({ value }) => isMap(value)) || node.items.some(({ key }) => isScalar(key) && key.value === 'etag');

function keepComments(document: Document, earlier: string): void {
  const old = readDocument(earlier).document;
  document.commentBefore = old.commentBefore ?? document.commentBefore;
  document.comment = old.comment ?? document.comment;
  keepNode(document.contents, old.contents);
}

/** The comments on a node and below it, from the node that stood for the same thing. */
function keepNode(node: unknown, old: unknown): void {
  if (isScalar(node) && isScalar(old)) keepOwn(node, old);
  if (isSeq(node) && isSeq(old)) {
    keepOwn(node, old);
    const known = new Map(old.items.map((item, index) => [identity(item, index), item]));
    node.items.forEach((item, index) => keepNode(item, known.get(identity(item, index))));
  }
  if (isMap(node) && isMap(old)) {
    keepOwn(node, old);
    const known = new Map(old.items.map((pair): [string, Pair] => [nameOf(pair), pair]));
    for (const pair of node.items) {
      const before = known.get(nameOf(pair));
      if (before === undefined) continue;
      keepNode(pair.key, before.key);
      keepNode(pair.value, before.value);
    }
  }
}

interface Commented {
  commentBefore?: string | null | undefined;
  comment?: string | null | undefined;
}

function keepOwn(node: Commented, old: Commented): void {
  if (old.commentBefore != null) node.commentBefore = old.commentBefore;
  if (old.comment != null) node.comment = old.comment;
}

const nameOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : '');

/** People and fields are known by their ids, whatever their place in the list. */
function identity(item: unknown, index: number): string {
  const id = isMap(item) ? (item.get('id') ?? item.get('key')) : undefined;
  return typeof id === 'string' ? id : `#${index}`;
}
