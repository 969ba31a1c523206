import type { Document, Element, Node } from '@xmldom/xmldom';
import { type BoxType, isSigning } from '../read-document.js';
import { parseTag } from '../tag-grammar.js';
import { dataKeyProblem } from '../../contract/data-key.js';
import { MARK, type WordControl } from './word-control.js';
import { startingAnswer } from '../starting-answer.js';
import type { PlainText } from './word-xml.js';
import { allWord, attribute, child, children, holdsWord, isWord, plainRun, unwrap, valueOf } from './word-xml.js';

/** Gives a control its place in the list of them, and answers the marks that stand for it until the pages are laid out. */
export type Refer = (control: WordControl, width: number) => PlainText;

/** Whether a text can be drawn on a page: what cannot be drawn is not an answer. */
export type IsDrawable = (text: string) => boolean;

const LONGEST_LABEL = 200;
const DEEPEST = 40;
/** Longer texts than this, in characters, are not an answer in a line: they stay as they are. */
const LONGEST_START = 60;

/**
 * Puts marks in place of every content control (structured document tag) that a person would fill in. What one holds
 * already is what its box starts with, or stays on the page where it cannot be that.
 */
export function replaceContentControls(document: Document, refer: Refer, isDrawable: IsDrawable): void {
  for (const control of allWord(document, 'sdt')) {
    const content = child(control, 'sdtContent');
    const found = content === null || saysMore(content) ? null : readControl(control, content, isDrawable);
    if (found !== null && content !== null) fill(document, content, refer(found, shownText(content).length));
    unwrap(control, content);
  }
}

/** What holds further controls is a group of them; a text tag that somebody wrote says more than the control does. */
function saysMore(content: Element): boolean {
  return holdsWord(content, 'sdt') || shownText(content).includes('{{');
}

function readControl(control: Element, content: Element, isDrawable: IsDrawable): WordControl | null {
  const properties = child(control, 'sdtPr');
  const isAsking = asksFor(properties, content);
  const kind = kindOf(properties, isAsking);
  if (kind === null) return null;
  const title = tidied(valueOf(properties, 'alias'));
  const name = tidied(valueOf(properties, 'tag'));
  const named = fromTag(name, title ?? 'Control');
  const mark = /(?<!\s)\s*(\*|\(required\))$/iu;
  const label = title?.replace(mark, '') ?? null;
  const type = named?.type ?? signingType(kind, title);
  const options = kind === 'dropdown' ? optionsOf(properties) : null;
  const multiline = attribute(child(properties, 'text'), 'multiLine') === '1';
  const held = isAsking && type !== 'tickbox' ? null : heldBy(properties, content, type);
  const start = answerOf(held, { type, options, multiline }, isDrawable);
  // Agreed text that cannot be an answer is text of the document, unless the author calls its place a field.
  if (held !== null && start === null && named === null) return null;
  return {
    type,
    start,
    name: named === null ? name : null,
    label: label === null || label === '' ? cellBefore(control) : label,
    tooltip: null,
    required: named?.required ?? (isSigning(type) || (title !== null && mark.test(title))),
    options,
    multiline,
    role: named?.role ?? null,
    key: named?.key ?? (name !== null && dataKeyProblem(name) === null ? name : null),
    subject: named?.subject ?? null,
  };
}

/** What Word and its templates show in a control that waits for an answer, where they do not mark it as such. */
const ASKS =
  /^(?:[\s_.…[\]-]*$|\[[^[\]]*\]$|(?:click|tap|choose|select|enter|type|klik|kies)\b.*\b(?:here|enter|text|item|date|hier|teks)\b)/iu;

function asksFor(properties: Element | null, content: Element): boolean {
  if (child(properties, 'showingPlcHdr') !== null || ASKS.test(shownText(content).trim())) return true;
  const styles = allWord(content, 'rStyle').map((style) => attribute(style, 'val'));
  return styles.length > 0 && styles.every((style) => style === 'PlaceholderText');
}

/** What a control holds that is filled in: its text, the day of a date, true for a tick; null for an empty one. */
function heldBy(properties: Element | null, content: Element, type: BoxType): string | true | null {
  if (type === 'tickbox') return isOn(child(child(properties, 'checkbox'), 'checked')) ? true : null;
  const day = attribute(child(properties, 'date'), 'fullDate');
  return day === null ? shownText(content) : day.slice(0, 10);
}

/** Whether an element that switches something says that it is on: without a value it does. */
export function isOn(element: Element | null): boolean {
  return element !== null && !['0', 'false', 'off'].includes(attribute(element, 'val') ?? '1');
}

/** What a control holds, as the answer that its box starts with; null where it cannot be that. */
export function answerOf(
  held: string | true | null,
  box: Pick<WordControl, 'type' | 'options' | 'multiline'>,
  isDrawable: IsDrawable,
): string | true | null {
  return typeof held === 'string' && held.trim().length > LONGEST_START ? null : startingAnswer(held, box, isDrawable);
}

function kindOf(properties: Element | null, isAsking: boolean): BoxType | null {
  const names = new Set(children(properties).map(({ localName }) => localName));
  // Nobody can change it.
  if (/content/iu.test(valueOf(properties, 'lock') ?? '')) return null;
  if (names.has('checkbox')) return 'tickbox';
  if (names.has('dropDownList') || names.has('comboBox')) return optionsOf(properties).length > 0 ? 'dropdown' : 'text';
  if (names.has('date')) return 'date';
  if (names.has('text')) return 'text';
  const holdsMore = [
    'docPartObj',
    'docPartList',
    'group',
    'citation',
    'bibliography',
    'equation',
    'repeatingSection',
    'repeatingSectionItem',
  ];
  // What is filled in already, such as a heading that a template sets, is text of the document.
  if (holdsMore.some((name) => names.has(name)) || !isAsking) return null;
  if (names.has('picture')) return /sign/iu.test(valueOf(properties, 'alias') ?? '') ? 'signature' : null;
  return 'text';
}

/** Word has no control to sign in: forms use one for text and say so in its title. */
function signingType(type: BoxType, title: string | null): BoxType {
  if (type !== 'text' || title === null) return type;
  if (/^signature\b|\bsignature(?: of [\p{L} ]+| *)(?:[*:][*: ]*)?$|^sign here\b/iu.test(title)) return 'signature';
  return /\binitials?[*: ]*$/iu.test(title) ? 'initials' : type;
}

/** A tag may be written like the inside of a text tag behind its label: `role=Tenant;key=tenant.full_name`. */
function fromTag(
  tag: string | null,
  label: string,
): ({ type: BoxType | null } & Pick<WordControl, 'role' | 'key' | 'subject'> & { required: boolean | null }) | null {
  if (tag === null || !tag.includes('=')) return null;
  const words = parseTag(`${label.replace(/[;{}]/gu, ' ')};${tag}`);
  if (typeof words === 'string') return null;
  const says = (part: string): boolean => tag.split(';').some((each) => each.trim().startsWith(`${part}=`));
  return {
    type: says('type') ? words.type : null,
    required: says('required') ? words.required : null,
    role: words.role,
    key: words.key,
    subject: words.subject,
  };
}

function optionsOf(properties: Element | null): readonly string[] {
  const list = child(properties, 'dropDownList') ?? child(properties, 'comboBox');
  const items = children(list).filter((each) => each.localName === 'listItem');
  const texts = items
    // "Choose an item." is an entry without a value.
    .filter((each) => attribute(each, 'value') !== null)
    .flatMap((each) => tidied(attribute(each, 'displayText') ?? attribute(each, 'value')) ?? []);
  return [...new Set(texts)].slice(0, 500);
}

function shownText(content: Element): string {
  return allWord(content, 't')
    .map((each) => each.textContent ?? '')
    .join('');
}

/** Leaves one run of the content, and of its paragraphs the first one of each place that holds several. */
function fill(document: Document, content: Element, text: PlainText): void {
  const runs = allWord(content, 'r');
  const first = runs[0];
  const space = first ?? allWord(content, 'p')[0] ?? content;
  const run = plainRun(document, space, text, first ?? null);
  const paragraph = allWord(content, 'p')[0] ?? null;
  if (first !== undefined) first.parentNode?.insertBefore(run, first);
  else (paragraph ?? content).appendChild(run);
  for (const each of runs) each.parentNode?.removeChild(each);
  for (const each of allWord(content, 'p')) {
    const holdsRun = each === run.parentNode || allWord(each, 'r').includes(run);
    if (!holdsRun && each.parentNode === content) content.removeChild(each);
  }
}

/** The words of the cell before the one that a control stands in, which name it; null outside of a table. */
export function cellBefore(control: Element): string | null {
  let at: Node | null = control;
  for (let depth = 0; at !== null && depth < DEEPEST && !isWord(at.parentNode, 'tr'); depth++) at = at.parentNode;
  if (at === null || !isWord(at.parentNode, 'tr')) return null;
  let before: Node | null = at.previousSibling;
  while (before !== null && !isWord(before, 'tc')) before = before.previousSibling;
  const words = isWord(before, 'tc') ? tidied(shownText(before)) : null;
  return words === null || words.includes('{{') || words.includes(MARK.repeat(2))
    ? null
    : words.replace(/(?<![\s:*])[\s:*]+$/u, '');
}

/** One line without control characters; null when nothing is left. */
export function tidied(text: string | null): string | null {
  const plain = (text ?? '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_LABEL);
  return plain === '' ? null : plain;
}
