import { PdfDict, type PdfObject, PdfRef } from '@libpdf/core';
import { formFields, keyOf, standingAlone } from './form-fields.js';
import { Unsupported } from './malformed.js';
import { isOwnSignature, itemsAt, type OpenRevision } from './open-revision.js';
import type { Change } from './revisions-job.js';
import type { Comparison } from './same-value.js';

interface Page {
  /** Null where it is not an object of its own. */
  readonly key: string | null;
  readonly dict: PdfDict;
  /** With what it inherits. */
  readonly entries: ReadonlyMap<string, PdfObject>;
}

const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
const maxPages = 20_000;
const deepest = 60;

/** What has changed on the pages: their content, and the annotations that are not new signatures' own. */
export function comparePages(before: OpenRevision, after: OpenRevision, comparison: Comparison): readonly Change[] {
  const [old, fresh] = [pagesOf(before), pagesOf(after)];
  if (old.pages.length !== fresh.pages.length) return [{ kind: 'content', what: 'the number of pages' }];
  const newSignatures = newSignatureWidgets(before, after);
  const fields = new Set([...formFields(after).values()].map(({ dict }) => dict));
  const sides = { before, after, comparison, newSignatures, fields };
  const isTreeSame =
    old.nodes.length === fresh.nodes.length &&
    old.nodes.every((node, index) => isSamePage(sides, node, fresh.nodes[index], ['Kids']));
  return [
    ...(isTreeSame ? [] : [{ kind: 'content', what: 'the tree of pages' } as const]),
    ...old.pages.flatMap((page, index) => {
      const other = fresh.pages[index];
      const isSame = isSamePage(sides, page, other, ['Annots']);
      return [
        ...(isSame ? [] : [{ kind: 'content', what: `page ${index + 1}` } as const]),
        ...compareAnnotations(sides, page.dict, other?.dict ?? page.dict, index + 1),
      ];
    }),
  ];
}

/** `lists`: the keys whose arrays are compared elsewhere. */
function isSamePage(
  { before, after, comparison }: Sides,
  one: Page,
  other: Page | undefined,
  lists: readonly string[],
) {
  const keys = new Set([...one.entries.keys(), ...(other?.entries.keys() ?? [])]);
  return [...keys].every((key) => {
    const [was, is] = [one.entries.get(key), other?.entries.get(key)];
    if (comparison.isSame(was, is)) return true;
    const values = [before.resolve(was), after.resolve(is)].filter((each) => each !== undefined);
    // Anything may be used as a resource under these names too, but not a list, a word or a number.
    if (lists.includes(key)) return values.every((each) => each.type === 'array');
    return bookkeeping.includes(key) && values.every(({ type }) => ['name', 'number', 'string'].includes(type));
  });
}

/** Nothing that a page shows. */
const bookkeeping = ['LastModified', 'StructParents', 'Tabs'];

interface Sides {
  readonly before: OpenRevision;
  readonly after: OpenRevision;
  readonly comparison: Comparison;
  readonly newSignatures: ReadonlySet<string>;
  readonly fields: ReadonlySet<PdfDict>;
}

function compareAnnotations(sides: Sides, old: PdfDict, fresh: PdfDict, page: number): readonly Change[] {
  const { before, after, comparison, newSignatures, fields } = sides;
  const was = annotationsOf(before, old);
  const is = annotationsOf(after, fresh);
  const what = `an annotation on page ${page}`;
  const removed = [...was.keys()].some((key) => !is.has(key));
  const changes: Change[] = removed ? [{ kind: 'annotation', what }] : [];
  for (const [key, annotation] of is) {
    const earlier = was.get(key);
    if (earlier === undefined) {
      if (!newSignatures.has(key)) changes.push({ kind: 'annotation', what });
      // Fields are compared with the form.
    } else if (!fields.has(annotation) && comparison.changedKeys(earlier, annotation).length > 0) {
      changes.push({ kind: 'annotation', what });
    }
  }
  return changes;
}

function annotationsOf(revision: OpenRevision, page: PdfDict): ReadonlyMap<string, PdfDict> {
  const found = new Map<string, PdfDict>();
  for (const [index, item] of itemsAt(revision, page, 'Annots').entries()) {
    const dict = standingAlone(revision.resolve(item));
    if (dict !== null) found.set(item instanceof PdfRef ? keyOf(item) : `annotation ${index}`, dict);
  }
  return found;
}

/** The widgets of signature fields that are new, and that show nothing but a signature of their own. */
function newSignatureWidgets(before: OpenRevision, after: OpenRevision): ReadonlySet<string> {
  const known = formFields(before);
  const fresh = [...formFields(after).values()].filter(({ key, type }) => type === 'Sig' && !known.has(key));
  return new Set(fresh.filter((field) => isOwnSignature(after, field, before)).map(({ key }) => key));
}

/** The keys of the pages and of their annotations: each of them is compared on its own. */
export function keysOfPages(revision: OpenRevision): readonly string[] {
  const { pages, nodes } = pagesOf(revision);
  return [
    ...[...pages, ...nodes].flatMap(({ key }) => (key === null ? [] : [key])),
    ...pages.flatMap(({ dict }) => [...annotationsOf(revision, dict).keys()]),
  ];
}

/** The pages in their order, each with what it inherits, and the nodes of their tree. */
function pagesOf(revision: OpenRevision): { readonly pages: readonly Page[]; readonly nodes: readonly Page[] } {
  const pages: Page[] = [];
  const nodes: Page[] = [];
  const seen = new Set<PdfDict>();
  const visit = (item: PdfObject | undefined, above: ReadonlyMap<string, PdfObject>, depth: number): void => {
    const dict = standingAlone(revision.resolve(item));
    if (dict === null) return;
    if (depth > deepest || seen.has(dict) || seen.size >= maxPages) throw new Unsupported('its pages cannot be read');
    seen.add(dict);
    const own = new Map([...dict].map(([{ value: key }, value]) => [key, value] as const));
    const key = item instanceof PdfRef ? keyOf(item) : null;
    const handed = new Map([...above, ...[...own].filter(([name]) => inherited.includes(name))]);
    if (!dict.has('Kids')) {
      pages.push({ key, dict, entries: new Map([...above, ...own]) });
      return;
    }
    nodes.push({ key, dict, entries: own });
    for (const kid of itemsAt(revision, dict, 'Kids')) visit(kid, handed, depth + 1);
  };
  visit(revision.catalog.get('Pages'), new Map(), 0);
  return { pages, nodes };
}
