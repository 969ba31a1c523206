import { attribute, children, parseXml, writeXml } from './word-xml.js';

/** What may be outside of the file: a link takes whoever clicks it there, and fetches nothing by itself. */
const HARMLESS_OUTSIDE = /\/hyperlink$/u;
/** What runs, or asks another program to, when a document is opened. */
const ACTIVE = /\/(vbaProject|wordVbaData|oleObject|package|control|activeXControlBinary|aFChunk|attachedToolbars)$/iu;
const MAIN = /\/officeDocument$/u;

/**
 * A file of relationships without the ones that would fetch something from elsewhere (a template, a picture, a
 * sub-document) or run something; null when all of them may stay.
 */
export function tamedRelationships(bytes: Uint8Array): Uint8Array | null {
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
export function mainPart(bytes: Uint8Array): string | null {
  const main = children(parseXml(bytes).documentElement).find((each) => MAIN.test(attribute(each, 'Type') ?? ''));
  return attribute(main ?? null, 'Target')?.replace(/^\//u, '') ?? null;
}
