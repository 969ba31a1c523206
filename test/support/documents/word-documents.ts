import { strToU8, zipSync } from 'fflate';

const SPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface WordParts {
  /** Further entries of the archive, or others in place of the usual ones. */
  readonly entries?: Readonly<Record<string, string | Uint8Array>>;
  /** Relationships of the main part. */
  readonly relationships?: readonly string[];
}

/** A Word file made of the paragraphs and tables given as XML. */
export function wordFile(body: string, { entries = {}, relationships = [] }: WordParts = {}): Uint8Array {
  const all: Record<string, string | Uint8Array> = {
    '[Content_Types].xml':
      `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>' +
      '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>' +
      '<Override PartName="/word/settings.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"/>' +
      '</Types>',
    '_rels/.rels': relationshipsPart([relationship('rId1', 'officeDocument', 'word/document.xml')]),
    'word/document.xml': `${DECLARATION}<w:document ${SPACES}><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
    'word/_rels/document.xml.rels': relationshipsPart(relationships),
    ...entries,
  };
  const bytes = Object.entries(all).map(([name, value]) => [name, typeof value === 'string' ? strToU8(value) : value]);
  return zipSync(Object.fromEntries(bytes) as Record<string, Uint8Array>);
}

export function relationshipsPart(relationships: readonly string[]): string {
  return `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationships.join('')}</Relationships>`;
}

export function relationship(id: string, type: string, target: string, mode = ''): string {
  const outside = mode === '' ? '' : ` TargetMode="${mode}"`;
  return `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"${outside}/>`;
}

export const paragraph = (...content: readonly string[]): string => `<w:p>${content.join('')}</w:p>`;
export const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

export interface ControlWords {
  readonly alias?: string;
  readonly tag?: string;
  /** What kind of control it is, as XML: `<w:text/>`. */
  readonly kind?: string;
  readonly shown?: string;
  readonly isPlaceholder?: boolean;
}

/** A content control within a paragraph. */
export function control({
  alias,
  tag,
  kind = '',
  shown = 'Click or tap here to enter text.',
  isPlaceholder = true,
}: ControlWords): string {
  return `<w:sdt>${controlProperties({ alias, tag, kind, isPlaceholder })}<w:sdtContent>${run(shown)}</w:sdtContent></w:sdt>`;
}

function controlProperties({ alias, tag, kind, isPlaceholder }: ControlWords): string {
  const title = alias === undefined ? '' : `<w:alias w:val="${alias}"/>`;
  const name = tag === undefined ? '' : `<w:tag w:val="${tag}"/>`;
  return `<w:sdtPr>${title}${name}${isPlaceholder === true ? '<w:showingPlcHdr/>' : ''}${kind}</w:sdtPr>`;
}

export const dropDown = (...options: readonly string[]): string =>
  `<w:dropDownList><w:listItem w:displayText="Choose an item." w:value=""/>${options.map((option) => `<w:listItem w:displayText="${option}" w:value="${option.toLowerCase()}"/>`).join('')}</w:dropDownList>`;
export const checkbox = '<w14:checkbox><w14:checked w14:val="0"/></w14:checkbox>';

/** A form field of old: `data` is what stands in its w:ffData, such as `<w:textInput/>`. */
export function formField(
  instruction: string,
  name: string,
  data: string,
  shown = '\u2002\u2002\u2002\u2002\u2002',
): string {
  const begin = `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="${name}"/><w:enabled/>${data}</w:ffData></w:fldChar></w:r>`;
  return `${begin}<w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(shown)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
}
