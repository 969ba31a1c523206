import { PdfDict } from '@libpdf/core';
import type { ByteRange } from './byte-range.js';
import { compareForms } from './compare-form.js';
import { comparePages, keysOfPages } from './compare-pages.js';
import { formFields, signaturesOf } from './form-fields.js';
import { Malformed, Unsupported } from './malformed.js';
import { byteRangeOf, dictAt, itemsAt, nameAt, numberAt, type OpenRevision, openRevision } from './open-revision.js';
import type { Change, Revision, Revisions, RevisionsJob } from './revisions-job.js';
import { Comparison } from './same-value.js';
import { checkUpdateObjects } from './update-objects.js';

/** Reads what a signed PDF was at each of its signatures, and what has changed since. Runs in the document worker. */
export async function readRevisions({ pdf, ends }: RevisionsJob): Promise<Revisions> {
  try {
    const after = await openRevision(pdf);
    const first = Math.min(pdf.length, ...ends);
    if (first < pdf.length) checkUpdateObjects(pdf, first, after);
    const revisions: Revision[] = [];
    for (const end of ends) {
      const before = end >= pdf.length ? after : await openRevision(pdf.subarray(0, end));
      revisions.push({
        end,
        signatures: rangesIn(before),
        permission: permissionIn(before),
        changes: before === after ? [] : changesBetween(before, after),
      });
    }
    return { kind: 'read', signatures: rangesIn(after), revisions };
  } catch (error) {
    if (error instanceof Unsupported || error instanceof Malformed) return { kind: 'unreadable', why: error.message };
    return { kind: 'unreadable', why: error instanceof Error ? error.message : String(error) };
  }
}

/** A signature without a byte range of four numbers stands for nothing: it is told apart by this one. */
const noRange: ByteRange = [0, 0, 0, 0];

const rangesIn = (revision: OpenRevision): readonly ByteRange[] =>
  signaturesOf(formFields(revision)).map((each) => byteRangeOf(revision, each) ?? noRange);

/** The catalog's entries that have nothing to do with what is signed, or that validation adds. */
const validation = ['DSS', 'Extensions', 'Version', 'Metadata', 'Type'];

function changesBetween(before: OpenRevision, after: OpenRevision): readonly Change[] {
  const separate = [before, after].flatMap((each) => [...keysOfPages(each), ...formFields(each).keys()]);
  const comparison = new Comparison(before, after, new Set(separate));
  const keys = comparison.changedKeys(before.catalog, after.catalog, ['Pages', 'AcroForm', ...validation]);
  const added = comparison.changedKeys(keep(before.catalog, validation), keep(after.catalog, validation));
  const properties = comparison.isSame(before.trailer.get('Info'), after.trailer.get('Info'));
  const encryption = comparison.isSame(before.trailer.get('Encrypt'), after.trailer.get('Encrypt'));
  return [
    ...comparePages(before, after, comparison),
    ...compareForms(before, after, comparison, locksIn(before)),
    ...keys.map((key) => ({ kind: kindOf(key), what: `the entry ${key} of the document` }) as const),
    ...(added.length === 0 ? [] : [{ kind: 'validation', what: 'validation data or metadata' } as const]),
    ...(properties ? [] : [{ kind: 'validation', what: 'the document properties' } as const]),
    ...(encryption ? [] : [{ kind: 'content', what: 'the encryption' } as const]),
  ];
}

/** Layers hide and show content; an action can run at opening. */
const seen = ['OCProperties', 'OpenAction', 'AA'];
/** Programs that sign keep these up to date. */
const unclear = ['StructTreeRoot', 'MarkInfo', 'PieceInfo', 'Lang', 'ViewerPreferences', 'PageLabels', 'Legal'];

const kindOf = (key: string): Change['kind'] =>
  seen.includes(key) ? 'content' : unclear.includes(key) ? 'unclear' : 'other';

const keep = (dict: PdfDict, keys: readonly string[]): PdfDict =>
  new PdfDict([...dict].filter(([{ value }]) => keys.includes(value)));

/** What a certifying signature allows (ISO 32000-1, 12.8.2.2); 2 where it does not say. */
function permissionIn(revision: OpenRevision): number | null {
  const certifying = dictAt(revision, dictAt(revision, revision.catalog, 'Perms'), 'DocMDP');
  const transforms = certifying === undefined ? [] : transformsOf(revision, certifying, 'DocMDP');
  if (transforms.length === 0) return certifying === undefined ? null : 2;
  return Math.min(...transforms.map((each) => numberAt(revision, each, 'P') ?? 2));
}

/** The parameters of a signature's transforms of one kind. */
const transformsOf = (revision: OpenRevision, signature: PdfDict, method: string): readonly PdfDict[] =>
  itemsAt(revision, signature, 'Reference').flatMap((item) => {
    const reference = revision.resolve(item);
    if (!(reference instanceof PdfDict) || nameAt(revision, reference, 'TransformMethod') !== method) return [];
    return [dictAt(revision, reference, 'TransformParams') ?? new PdfDict()];
  });

/** Which fields the signatures of a version lock (ISO 32000-1, 12.8.2.4). */
function locksIn(revision: OpenRevision): (name: string) => boolean {
  const locks = signaturesOf(formFields(revision)).flatMap((each) => transformsOf(revision, each, 'FieldMDP'));
  const rules = locks.map((lock) => ({
    action: nameAt(revision, lock, 'Action'),
    names: itemsAt(revision, lock, 'Fields').flatMap((item) => {
      const name = revision.resolve(item);
      return name?.type === 'string' ? [name.asString()] : [];
    }),
  }));
  return (name) =>
    rules.some(({ action, names }) => {
      const isNamed = names.some((each) => name === each || name.startsWith(`${each}.`));
      return action === 'All' || (action === 'Include' && isNamed) || (action === 'Exclude' && !isNamed);
    });
}
