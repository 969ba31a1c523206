import { PdfDict, type PdfObject, PdfRef } from '@libpdf/core';
import { formFields, keyOf } from './form-fields.js';
import { Unsupported } from './malformed.js';
import { dictAt, itemsAt, nameAt, numberAt, type OpenRevision } from './open-revision.js';
import type { Change } from './revisions-job.js';
import type { Comparison } from './same-value.js';

interface Page {
  readonly dict: PdfDict;
  /** With what it inherits. */
  readonly entries: ReadonlyMap<string, PdfObject>;
}

const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
/** Nothing that a page shows. */
const unseen = ['Type', 'Parent', 'Annots', 'Metadata', 'PieceInfo', 'LastModified', 'StructParents', 'Tabs', 'Thumb'];
const mostPages = 20_000;
const deepest = 60;

/** What has changed on the pages: their content, and the annotations that are not new signatures' own. */
export function comparePages(before: OpenRevision, after: OpenRevision, comparison: Comparison): readonly Change[] {
  const [old, fresh] = [pagesOf(before), pagesOf(after)];
  if (old.length !== fresh.length) return [{ kind: 'content', what: 'the number of pages' }];
  const newSignatures = newSignatureWidgets(before, after);
  const fields = new Set([...formFields(after).values()].map(({ dict }) => dict));
  return old.flatMap((page, index) => {
    const other = fresh[index];
    if (other === undefined) return [];
    const keys = new Set([...page.entries.keys(), ...other.entries.keys()]);
    const changed = [...keys].filter((key) => !comparison.isSame(page.entries.get(key), other.entries.get(key)));
    return [
      ...(changed.length === 0 ? [] : [{ kind: 'content', what: `page ${index + 1}` } as const]),
      ...compareAnnotations({ before, after, comparison, newSignatures, fields }, page.dict, other.dict, index + 1),
    ];
  });
}

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
    } else if (!fields.has(annotation) && comparison.changedKeys(earlier, annotation, ['P', 'Parent']).length > 0) {
      changes.push({ kind: 'annotation', what });
    }
  }
  return changes;
}

function annotationsOf(revision: OpenRevision, page: PdfDict): ReadonlyMap<string, PdfDict> {
  const found = new Map<string, PdfDict>();
  for (const [index, item] of itemsAt(revision, page, 'Annots').entries()) {
    const dict = revision.resolve(item);
    if (dict instanceof PdfDict) found.set(item instanceof PdfRef ? keyOf(item) : `annotation ${index}`, dict);
  }
  return found;
}

/** The widgets of signature fields that are new, and that show nothing or belong to a signature. */
function newSignatureWidgets(before: OpenRevision, after: OpenRevision): ReadonlySet<string> {
  const known = formFields(before);
  const fresh = [...formFields(after).values()].filter(({ key, type }) => type === 'Sig' && !known.has(key));
  const allowed = fresh.filter(({ dict, value }) => {
    const isSignature = value instanceof PdfDict && nameAt(after, value, 'Type') !== 'DocTimeStamp';
    return isSignature || isInvisible(after, dict);
  });
  return new Set(allowed.map(({ key }) => key));
}

/** A widget that covers nothing, is hidden, or has no appearance. */
export function isInvisible(revision: OpenRevision, widget: PdfDict): boolean {
  const corners = itemsAt(revision, widget, 'Rect').map((each) => revision.resolve(each));
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners.map((each) => (each?.type === 'number' ? each.value : Number.NaN));
  const isHidden = ((numberAt(revision, widget, 'F') ?? 0) & 2) !== 0;
  const isPlain = dictAt(revision, widget, 'AP') === undefined && dictAt(revision, widget, 'MK') === undefined;
  return x1 === x2 || y1 === y2 || isHidden || isPlain;
}

/** The pages in their order, each with what it inherits. */
function pagesOf(revision: OpenRevision): readonly Page[] {
  const pages: Page[] = [];
  const seen = new Set<PdfDict>();
  const visit = (dict: PdfDict | undefined, above: ReadonlyMap<string, PdfObject>, depth: number): void => {
    if (dict === undefined) return;
    if (depth > deepest || seen.has(dict) || pages.length >= mostPages)
      throw new Unsupported('its pages cannot be read');
    seen.add(dict);
    const own = new Map(above);
    for (const key of inherited) {
      const value = dict.get(key);
      if (value !== undefined) own.set(key, value);
    }
    if (!dict.has('Kids')) {
      for (const [{ value: key }, value] of dict) own.set(key, value);
      for (const key of unseen) own.delete(key);
      pages.push({ dict, entries: own });
      return;
    }
    for (const kid of itemsAt(revision, dict, 'Kids')) {
      const child = revision.resolve(kid);
      if (child instanceof PdfDict) visit(child, own, depth + 1);
    }
  };
  visit(dictAt(revision, revision.catalog, 'Pages'), new Map(), 0);
  return pages;
}
