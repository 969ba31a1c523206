import { unwritableTypes } from '../../contract/resources/template.js';
import type { Box, ReadDocument } from '../../document/read-document.js';
import { count } from './view.js';

const isFilledAtSigning = (type: Box['type']): boolean => unwritableTypes.includes(type);

/** How well a document is understood: what a person reads before its fields. */
export interface Verdict {
  readonly form_fields: number;
  readonly text_tags: number;
  /** Lines and boxes on the pages that are not fields of the file. */
  readonly seen: number;
  /** Fields whose proposed name two witnesses agree on, such as the caption and the field's own name. */
  readonly sure: number;
  /** Fields with a proposed name that needs a look. */
  readonly doubtful: number;
  /** Fields to fill in without a name. */
  readonly unnamed: number;
  /** Numbers of the fields to look at first, at most five. */
  readonly look_at: readonly number[];
}

const mostToLookAt = 5;

export function verdictOn({ boxes }: Pick<ReadDocument, 'boxes'>): Verdict {
  const counted = (isOne: (box: Box) => boolean): number => boxes.filter(isOne).length;
  const isNamed = ({ suggested }: Box): boolean => suggested.key !== null;
  const isSure = (box: Box): boolean => isNamed(box) && box.suggested.confidence === 'high';
  return {
    form_fields: counted(({ seen_as }) => seen_as === 'form_field'),
    text_tags: counted(({ seen_as }) => seen_as === 'text_tag'),
    seen: counted(({ seen_as }) => seen_as === 'ink'),
    sure: counted(isSure),
    doubtful: counted((box) => isNamed(box) && !isSure(box)),
    unnamed: counted((box) => !isNamed(box) && !isFilledAtSigning(box.type)),
    look_at: boxes
      .map((box, index) => ({ number: index + 1, doubt: doubtOf(box) }))
      .filter(({ doubt }) => doubt > 0)
      .toSorted((a, b) => b.doubt - a.doubt || a.number - b.number)
      .slice(0, mostToLookAt)
      .map(({ number }) => number),
  };
}

/** The worse, the higher: what somebody signs without a signer, a tick that may mean anything, a guessed name. */
function doubtOf({ type, label, context, person, suggested }: Box): number {
  if (type === 'signature' || type === 'initials') return person === null ? 4 : 0;
  if (type === 'tickbox' && (context.option ?? label) === null) return 3;
  if (suggested.key !== null) return suggested.confidence === 'high' ? 0 : suggested.confidence === 'medium' ? 1 : 2;
  return isFilledAtSigning(type) ? 0 : 1;
}

/** The verdict in up to three sentences. */
export function verdictLines(document: Pick<ReadDocument, 'boxes'>): readonly string[] {
  if (document.boxes.length === 0) return [];
  const { form_fields: fields, text_tags: tags, seen, sure, doubtful, unnamed, look_at: first } = verdictOn(document);
  const known = [
    fields === 0 ? null : `${count(fields, 'form field')} of the file`,
    tags === 0 ? null : count(tags, 'text tag'),
    seen === 0 ? null : `${seen} seen on the pages`,
  ];
  const names = [
    `${sure} sure`,
    doubtful === 0 ? null : `${doubtful} to check`,
    unnamed === 0 ? null : `${unnamed} without a name`,
  ];
  const told = (parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(', ');
  const places = first.map((number) => {
    const box = document.boxes[number - 1];
    return `${number}${box?.label == null ? '' : ` “${shortened(box.label)}”`} on page ${box?.page ?? 1}`;
  });
  return [
    `Found as: ${told(known)}.`,
    `Names: ${told(names)}.`,
    ...(places.length === 0 ? [] : [`Look first at: ${places.join('; ')}.`]),
  ];
}

const maxLabelLength = 40;
const shortened = (label: string): string =>
  label.length > maxLabelLength ? `${label.slice(0, maxLabelLength - 1).trimEnd()}…` : label;
