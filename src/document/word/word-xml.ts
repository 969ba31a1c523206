import { DOMParser, type Document, type Element, type Node, XMLSerializer } from '@xmldom/xmldom';
import { UnreadableDocument } from '../document-failure.js';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const WORD_STRICT = 'http://purl.oclc.org/ooxml/wordprocessingml/main';

/** Reads XML of a Word file. Throws UnreadableDocument when it is broken or has a DTD, which no Word file has. */
export function parseXml(bytes: Uint8Array): Document {
  const text = textOf(bytes);
  if (/<!(DOCTYPE|ENTITY)/iu.test(text)) throw broken();
  try {
    return new DOMParser({ onError: refuse, locator: false }).parseFromString(text, 'text/xml');
  } catch {
    // The parser's own words quote the document.
    throw broken();
  }
}

/** The bytes of a document that was changed. */
export function writeXml(document: Document): Uint8Array {
  return new TextEncoder().encode(new XMLSerializer().serializeToString(document));
}

/** The text of XML, in the encoding that its first bytes tell. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

function refuse(level: 'warning' | 'error' | 'fatalError', message: string): void {
  if (level !== 'warning') throw new Error(message);
}

function broken(): UnreadableDocument {
  return new UnreadableDocument('damaged', 'a Word file that is damaged beyond reading');
}

/** Whether a node is the element `w:name` of a Word document, be it of the strict kind or the usual one. */
export function isWord(node: Node | null | undefined, name: string): node is Element {
  return isElement(node) && node.localName === name && isWordSpace(node.namespaceURI);
}

function isElement(node: Node | null | undefined): node is Element {
  return node?.nodeType === 1;
}

function isWordSpace(space: string | null): boolean {
  return space === WORD || space === WORD_STRICT;
}

/** The elements `w:name` below a node, in the order of the document. */
export function allWord(node: Element | Document, name: string): readonly Element[] {
  return Array.from(node.getElementsByTagNameNS('*', name)).filter((found) => isWordSpace(found.namespaceURI));
}

/** Whether there is an element `w:name` below a node: the first one ends the search, and most of them are near. */
export function holdsWord(node: Element, name: string): boolean {
  const left = [node];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const inside = children(at);
    if (inside.some((each) => isWord(each, name))) return true;
    for (const each of inside) left.push(each);
  }
  return false;
}

/** The first child element of a name, whatever its namespace: Word's newer controls have one of their own. */
export function child(node: Element | null, name: string): Element | null {
  return children(node).find((found) => found.localName === name) ?? null;
}

export function children(node: Element | null): readonly Element[] {
  return node === null ? [] : Array.from(node.childNodes).filter(isElement);
}

/** What `w:val` of a child element says; null without one, or with an empty one. */
export function valueOf(node: Element | null, name: string): string | null {
  return attribute(child(node, name), 'val');
}

/** An attribute by its local name. */
export function attribute(node: Element | null, name: string): string | null {
  const found = Array.from(node?.attributes ?? [])
    .find((each) => (each.localName ?? each.name) === name)
    ?.value.trim();
  return found === undefined || found === '' ? null : found;
}

/** A text, its colour (RRGGBB), and the size that it has to be shown in, in half points; null for that of what it replaces. */
export interface PlainText {
  readonly text: string;
  readonly color: number;
  readonly size: number | null;
}

/** A run that shows a text in its colour and size, or the size of another run, and nothing else of that one's looks. */
export function plainRun(
  document: Document,
  space: Element,
  { text, color, size }: PlainText,
  like: Element | null,
): Element {
  const prefix = space.prefix === null || space.prefix === '' ? '' : `${space.prefix}:`;
  const make = (name: string): Element => document.createElementNS(space.namespaceURI, `${prefix}${name}`);
  const run = make('r');
  const looks = make('rPr');
  const add = (name: string, value: string): void => {
    const look = make(name);
    look.setAttributeNS(space.namespaceURI, `${prefix}val`, value);
    looks.appendChild(look);
  };
  add('color', color.toString(16));
  for (const name of ['sz', 'szCs']) {
    const given = child(child(like, 'rPr'), name);
    if (size !== null) add(name, String(size));
    else if (given !== null) looks.appendChild(given.cloneNode(true));
  }
  run.appendChild(looks);
  const shown = make('t');
  shown.appendChild(document.createTextNode(text));
  run.appendChild(shown);
  return run;
}

/** Puts what an element holds in its own place. */
export function unwrap(element: Element, content: Element | null): void {
  const parent = element.parentNode;
  for (const each of Array.from(content?.childNodes ?? [])) parent?.insertBefore(each, element);
  parent?.removeChild(element);
}
