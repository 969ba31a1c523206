import { UnreadableDocument } from '../document-failure.js';
import type { BoxType } from '../read-document.js';
import { type Refer, replaceContentControls } from './content-controls.js';
import { replaceFormFields } from './form-fields.js';
import { referenceTag, type WordControl } from './word-control.js';
import { acceptChanges, HOLDS_CHANGES } from './tracked-changes.js';
import { isXml, packWord, unpackWord } from './word-package.js';
import { attribute, children, parseXml, textOf, writeXml } from './word-xml.js';

/** A Word file that is fit to be laid out, and what stands behind the text tags that were put into it. */
export interface PreparedWord {
  readonly docx: Uint8Array;
  readonly controls: readonly WordControl[];
  /** Whether somebody changed it and the changes were not accepted; they are now. */
  readonly isTracked: boolean;
}

const MOST_CONTROLS = 5_000;
/** Laying out more takes longer than a conversion may, however often it is tried. */
const MOST_ROWS = 5_000;
const FORM_PARTS = /^word\/(header|footer|footnotes|endnotes)\d*\.xml$/u;
const ACTIVE_PARTS = /(^|\/)(vbaProject|vbaData)[^/]*$|\.bin$|^word\/(embeddings|activeX)\//iu;
const HOLDS_FORM = /<(\w+:)?(sdt|fldChar|fldSimple)\b/u;

const TABLE_ROW = /<(?:\w+:)?tr[\s/>]/gu;

/** How many characters a box of a type needs at least, in text of the usual size or of its own. */
const LEAST_LENGTH: Readonly<Partial<Record<BoxType, number>>> = { tickbox: 0, initials: 8, signature: 14, date: 14 };
/** A signature needs more height than a line of text has; in half points. */
const SIZES: Readonly<Partial<Record<BoxType, number>>> = { initials: 30, signature: 44 };
const USUAL_LENGTH = 18;
const LONGEST = 36;

/**
 * Checks a Word file and makes it ready: its controls become text tags, since no converter keeps them, and what would
 * fetch or run something is taken out. Throws UnreadableDocument.
 */
export function prepareWord(bytes: Uint8Array): PreparedWord {
  const entries = new Map([...unpackWord(bytes)].filter(([name]) => !ACTIVE_PARTS.test(name)));
  const main = mainPart(entries.get('_rels/.rels') ?? notWord());
  if (main === null || !entries.has(main)) notWord();
  const controls: WordControl[] = [];
  const refer: Refer = (control, width) => {
    if (controls.push(control) > MOST_CONTROLS) {
      throw new UnreadableDocument('too_many_fields', `a Word file with more than ${MOST_CONTROLS} controls`);
    }
    const min = LEAST_LENGTH[control.type] ?? USUAL_LENGTH;
    const size = SIZES[control.type] ?? null;
    const length = control.type === 'tickbox' || size !== null ? min : Math.max(Math.min(width, LONGEST), min);
    return { text: referenceTag(controls.length - 1, length), size };
  };
  let isTracked = false;
  for (const [name, part] of entries) {
    if (!isXml(name)) continue;
    if (name.endsWith('.rels')) entries.set(name, tamedRelationships(part) ?? part);
    else if (name === main || FORM_PARTS.test(name)) {
      isTracked ||= HOLDS_CHANGES.test(textOf(part));
      entries.set(name, withTags(part, refer, name === main));
    } else refuseDtd(part);
  }
  return { docx: packWord(entries), controls, isTracked };
}

function withTags(part: Uint8Array, refer: Refer, isMain: boolean): Uint8Array {
  // A part without a form or changes stays as it is, byte by byte; the main one is read all the same, to know that it can be.
  const holdsForm = HOLDS_FORM.test(textOf(part));
  const holdsChanges = HOLDS_CHANGES.test(textOf(part));
  if (!holdsForm && !holdsChanges && !isMain) {
    refuseDtd(part);
    return part;
  }
  if (isMain && (textOf(part).match(TABLE_ROW)?.length ?? 0) > MOST_ROWS) {
    throw new UnreadableDocument('too_complex', `a Word file with more than ${MOST_ROWS} table rows`);
  }
  const document = parseXml(part);
  if (!holdsForm && !holdsChanges) return part;
  acceptChanges(document);
  replaceContentControls(document, refer);
  replaceFormFields(document, refer);
  return writeXml(document);
}

function refuseDtd(part: Uint8Array): void {
  if (/<!(DOCTYPE|ENTITY)/iu.test(textOf(part))) notWord();
}

function notWord(): never {
  throw new UnreadableDocument('damaged', 'a Word file that is damaged beyond reading');
}

/** What may be outside of the file: a link takes the reader who clicks it there, and fetches nothing by itself. */
const HARMLESS_OUTSIDE = /\/hyperlink$/u;
/** What runs, or asks another program to, when a document is opened. */
const ACTIVE = /\/(vbaProject|wordVbaData|oleObject|package|control|activeXControlBinary|aFChunk|attachedToolbars)$/iu;
const MAIN = /\/officeDocument$/u;

/**
 * A file of relationships without the ones that would fetch something from elsewhere (a template, a picture, a
 * sub-document) or run something; null when all of them may stay.
 */
function tamedRelationships(bytes: Uint8Array): Uint8Array | null {
  const document = parseXml(bytes);
  const unwanted = children(document.documentElement).filter((each) => {
    const type = attribute(each, 'Type') ?? '';
    const isOutside =
      attribute(each, 'TargetMode')?.toLowerCase() === 'external' ||
      /^\s*[a-z][\w+.-]*:|^\\\\|^\/\//iu.test(attribute(each, 'Target') ?? '');
    return ACTIVE.test(type) || (isOutside && !HARMLESS_OUTSIDE.test(type));
  });
  for (const each of unwanted) each.parentNode?.removeChild(each);
  return unwanted.length === 0 ? null : writeXml(document);
}

/** The name of the part that holds the text, as `_rels/.rels` says; null when it names none. */
function mainPart(bytes: Uint8Array): string | null {
  const main = children(parseXml(bytes).documentElement).find((each) => MAIN.test(attribute(each, 'Type') ?? ''));
  return attribute(main ?? null, 'Target')?.replace(/^\//u, '') ?? null;
}
