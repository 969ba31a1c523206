import type { Document, Element } from '@xmldom/xmldom';
import { allWord, child, children, isWord, unwrap } from './word-xml.js';

/** What a part holds that somebody changed and nobody has accepted yet. */
export const HOLDS_CHANGES =
  /<(\w+:)?(del|ins|moveFrom|moveTo|cellDel|cellIns|(rPr|pPr|sectPr|tblPr|tblPrEx|tblGrid|trPr|tcPr|numbering)Change)\b/u;

const FORMER_LOOKS = ['rPr', 'pPr', 'sectPr', 'tblPr', 'tblPrEx', 'tblGrid', 'trPr', 'tcPr', 'numbering'];
const MOVE_MARKS = ['moveFromRangeStart', 'moveFromRangeEnd', 'moveToRangeStart', 'moveToRangeEnd'];

/**
 * Accepts every tracked change, as Word would: what was deleted or moved away goes, and what was inserted stays. A
 * converter would show both.
 */
export function acceptChanges(document: Document): void {
  for (const name of FORMER_LOOKS) remove(allWord(document, `${name}Change`));
  for (const name of MOVE_MARKS) remove(allWord(document, name));
  for (const name of ['del', 'moveFrom']) {
    for (const change of allWord(document, name)) {
      if (isWord(change.parentNode, 'trPr')) remove([change.parentNode?.parentNode as Element]);
      else if (!isWord(change.parentNode, 'rPr')) remove([change]);
    }
  }
  remove(allWord(document, 'cellDel').flatMap((mark) => closest(mark, 'tc') ?? []));
  remove(allWord(document, 'cellIns'));
  for (const name of ['ins', 'moveTo']) for (const change of allWord(document, name)) unwrap(change, change);
  // From the last one back, so that no content moves twice.
  for (const paragraph of allWord(document, 'p').toReversed()) if (endIsDeleted(paragraph)) joinNext(paragraph);
  // A table whose rows are all deleted would be no table.
  remove(allWord(document, 'tbl').filter((table) => allWord(table, 'tr').length === 0));
}

function endIsDeleted(paragraph: Element): boolean {
  const looks = child(child(paragraph, 'pPr'), 'rPr');
  return child(looks, 'del') !== null || child(looks, 'moveFrom') !== null;
}

/** The end of a paragraph was deleted: its content begins the next one. */
function joinNext(paragraph: Element): void {
  let next = paragraph.nextSibling;
  while (next !== null && next.nodeType !== 1) next = next.nextSibling;
  if (!isWord(next, 'p')) return;
  const own = children(next).find((each) => each.localName === 'pPr');
  const start = own === undefined ? next.firstChild : own.nextSibling;
  for (const each of Array.from(paragraph.childNodes)) if (!isWord(each, 'pPr')) next.insertBefore(each, start);
  remove([paragraph]);
}

function closest(node: Element, name: string): Element | null {
  for (let at = node.parentNode; at !== null; at = at.parentNode) if (isWord(at, name)) return at;
  return null;
}

function remove(elements: readonly Element[]): void {
  for (const each of elements) each.parentNode?.removeChild(each);
}
