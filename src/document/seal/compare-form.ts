import { PdfDict } from '@libpdf/core';
import { type FormField, formFields } from './form-fields.js';
import { dictAt, isNewSignature, isOwnSignature, nameAt, numberAt, type OpenRevision } from './open-revision.js';
import type { Change } from './revisions-job.js';
import type { Comparison } from './same-value.js';

/** What changes in a field when it is filled in. */
const filling = ['V', 'AP', 'AS', 'I', 'RV', 'M', 'DA', 'Q'];
/** What changes in an empty signature field when it is signed. */
const signing = ['V', 'AP', 'AS', 'M', 'F', 'MK', 'DA'];
const readOnly = 1;

/** What has changed in the form. `isLocked` tells which fields a signature locks, by their full names. */
export function compareForms(
  before: OpenRevision,
  after: OpenRevision,
  comparison: Comparison,
  isLocked: (name: string) => boolean,
): readonly Change[] {
  const was = formFields(before);
  const is = formFields(after);
  const changes: Change[] = [];
  for (const [key, field] of was) {
    if (!is.has(key)) changes.push({ kind: field.type === 'Sig' ? 'content' : 'annotation', what: wordsFor(field) });
  }
  for (const [key, field] of is) {
    const earlier = was.get(key);
    const change =
      earlier === undefined
        ? added(before, after, field)
        : changed({ before, after, comparison, isLocked }, earlier, field);
    if (change !== null) changes.push(change);
  }
  return [...changes, ...compareRest(before, after, comparison)];
}

function added(before: OpenRevision, after: OpenRevision, field: FormField): Change | null {
  const what = wordsFor(field);
  // Without a signature that is judged, it could be there only to hide what is below it.
  if (field.type !== 'Sig' || !isOwnSignature(after, field, before)) return { kind: 'annotation', what };
  return { kind: isSigned(after, field) ? 'signature' : 'timestamp', what };
}

/** With a signature, and not with a document timestamp. */
const isSigned = (after: OpenRevision, { value }: FormField): boolean =>
  value instanceof PdfDict && nameAt(after, value, 'Type') !== 'DocTimeStamp';

interface Sides {
  readonly before: OpenRevision;
  readonly after: OpenRevision;
  readonly comparison: Comparison;
  readonly isLocked: (name: string) => boolean;
}

function changed({ before, after, comparison, isLocked }: Sides, earlier: FormField, field: FormField): Change | null {
  const what = wordsFor(field);
  if (earlier.name !== field.name || earlier.type !== field.type) return { kind: 'annotation', what };
  const keys = comparison
    .changedKeys(earlier.dict, field.dict)
    .filter((key) => !isBookkeeping(after, earlier, field, key));
  if (keys.length === 0) return null;
  if (field.type === 'Sig') {
    if (earlier.value !== undefined) return { kind: keys.includes('V') ? 'content' : 'annotation', what };
    const isNew = isNewSignature(after, field.value, before) && isOwnSignature(after, field, before);
    if (!isNew || !keys.every((key) => signing.includes(key))) return { kind: 'annotation', what };
    return { kind: isSigned(after, field) ? 'signature' : 'timestamp', what };
  }
  if (!keys.every((key) => filling.includes(key)) || field.type === null) return { kind: 'annotation', what };
  return { kind: isLocked(field.name) ? 'locked' : 'form', what };
}

/** What programs that sign add without a change of what is shown; the kids are compared one by one. */
function isBookkeeping(after: OpenRevision, earlier: FormField, field: FormField, key: string): boolean {
  const was = earlier.dict.get(key);
  const is = after.resolve(field.dict.get(key));
  switch (key) {
    case 'Ff':
      return onlyLocks(after, earlier, field);
    case 'Kids':
      return was?.type === 'array' && is?.type === 'array';
    case 'StructParent':
      return is?.type === 'number';
    case 'P':
      return was === undefined && is instanceof PdfDict && nameAt(after, is, 'Type') === 'Page';
    default:
      return false;
  }
}

/** Signing may make a field read-only. */
function onlyLocks(after: OpenRevision, earlier: FormField, field: FormField): boolean {
  const flags = earlier.dict.get('Ff');
  const was = flags?.type === 'number' ? flags.value : 0;
  return (was | readOnly) === (numberAt(after, field.dict, 'Ff') ?? 0);
}

/** What belongs to the form as a whole. */
function compareRest(before: OpenRevision, after: OpenRevision, comparison: Comparison): readonly Change[] {
  const empty = new PdfDict();
  const was = dictAt(before, before.catalog, 'AcroForm') ?? empty;
  const is = dictAt(after, after.catalog, 'AcroForm') ?? empty;
  const keys = comparison.changedKeys(was, is, ['Fields', 'SigFlags', 'DR', 'DA', 'Q', 'NeedAppearances']);
  const fonts = hasOnlyMore(before, after, comparison, was, is);
  return [
    // A form of XFA is another document beside the pages, and can change with every value.
    ...keys.map(
      (key) => ({ kind: key === 'XFA' ? 'unclear' : 'other', what: `the entry ${key} of the form` }) as const,
    ),
    ...(fonts ? [] : [{ kind: 'content', what: 'the fonts of the form' } as const]),
  ];
}

/** Resources may be added for a new appearance, never replaced. */
function hasOnlyMore(
  before: OpenRevision,
  after: OpenRevision,
  comparison: Comparison,
  was: PdfDict,
  is: PdfDict,
): boolean {
  const old = dictAt(before, was, 'DR');
  const fresh = dictAt(after, is, 'DR');
  if (old === undefined) return true;
  return [...old.keys()].every(({ value: key }) => {
    const [one, other] = [dictAt(before, old, key), dictAt(after, fresh, key)];
    if (one === undefined) return fresh !== undefined && comparison.isSame(old.get(key), fresh.get(key));
    return other !== undefined && [...one].every(([name, value]) => comparison.isSame(value, other.get(name)));
  });
}

const wordsFor = ({ name, type }: FormField): string =>
  `${type === 'Sig' ? 'the signature field' : 'the field'} ${name === '' ? 'without a name' : `“${name}”`}`;
