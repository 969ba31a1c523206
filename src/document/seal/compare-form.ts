import { PdfDict } from '@libpdf/core';
import { isInvisible } from './compare-pages.js';
import { type FormField, formFields } from './form-fields.js';
import { dictAt, nameAt, numberAt, type OpenRevision } from './open-revision.js';
import type { Change } from './revisions-job.js';
import type { Comparison } from './same-value.js';

/** What changes in a field when it is filled in. */
const filling = ['V', 'AP', 'AS', 'I', 'RV', 'M', 'DV', 'MK'];
/** What changes in an empty signature field when it is signed. */
const signing = ['V', 'AP', 'AS', 'M', 'F', 'MK', 'DA'];
const structural = ['Parent', 'P', 'Kids', 'StructParent'];
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
    const change = earlier === undefined ? added(after, field) : changed(after, comparison, earlier, field, isLocked);
    if (change !== null) changes.push(change);
  }
  return [...changes, ...compareRest(before, after, comparison)];
}

function added(after: OpenRevision, field: FormField): Change | null {
  if (field.type !== 'Sig') return { kind: 'annotation', what: wordsFor(field) };
  const { value, dict } = field;
  const isSigned = value instanceof PdfDict;
  const isTimeStamp = isSigned && nameAt(after, value, 'Type') === 'DocTimeStamp';
  // Without a signature that is judged, it could be there only to cover what stands below it.
  if ((!isSigned || isTimeStamp) && !isInvisible(after, dict)) return { kind: 'annotation', what: wordsFor(field) };
  return { kind: isTimeStamp || !isSigned ? 'timestamp' : 'signature', what: wordsFor(field) };
}

function changed(
  after: OpenRevision,
  comparison: Comparison,
  earlier: FormField,
  field: FormField,
  isLocked: (name: string) => boolean,
): Change | null {
  const keys = comparison
    .changedKeys(earlier.dict, field.dict, structural)
    .filter((key) => key !== 'Ff' || !onlyLocks(after, earlier, field));
  if (keys.length === 0) return null;
  const what = wordsFor(field);
  if (field.type === 'Sig') {
    const isSigned = earlier.value instanceof PdfDict;
    if (isSigned && keys.includes('V')) return { kind: 'content', what };
    return { kind: !isSigned && keys.every((key) => signing.includes(key)) ? 'signature' : 'annotation', what };
  }
  if (!keys.every((key) => filling.includes(key)) || field.type === null) return { kind: 'annotation', what };
  return { kind: isLocked(field.name) ? 'locked' : 'form', what };
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
    ...(keys.length === 0 ? [] : [{ kind: 'other', what: 'the settings of the form' } as const]),
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
