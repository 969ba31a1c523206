import { UnreadableDocument } from '../document-failure.js';
import type { Area, Glyph } from '../engine/page-glyphs.js';
import type { BoxType } from '../read-document.js';
import type { FoundBox } from './found-box.js';
import type { Heading } from './headings.js';
import { headingOver } from './headings.js';
import type { PageFacts } from './page-facts.js';
import type { TagWords } from './tag-grammar.js';
import { parseTag } from './tag-grammar.js';
import { around } from './text-lines.js';

/** The boxes that text tags ask for, and the ink of the tags, which has to be taken off the pages. */
export interface FoundTags {
  readonly boxes: readonly FoundBox[];
  /** One entry for each line of each tag; pages are 1-based. */
  readonly ink: readonly { readonly page: number; readonly area: Area }[];
}

interface PlacedTag {
  readonly page: number;
  readonly words: TagWords;
  readonly lines: readonly Area[];
}

const LONGEST_TAG = 600;
const QUOTE = 40;

/** Finds every text tag of a document. Throws UnreadableDocument, quoting the tag and its page, when one has no place. */
export function readTags(pages: readonly PageFacts[], headings: readonly Heading[]): FoundTags {
  const tags = pages.flatMap((page) => tagsOfPage(page));
  const roles = [...new Set(tags.flatMap(({ words }) => words.role ?? []))];
  const boxes = tags.map((tag): FoundBox => {
    const { words } = tag;
    if (words.role === null && roles.length > 1) {
      throw problem(words.label, tag.page, `names no role, and the document has ${roles.length}`);
    }
    const page = pages[tag.page - 1];
    const area = boxArea(tag, page?.geometry ?? { width: Infinity, height: Infinity });
    return {
      type: words.type,
      label: words.label,
      required: words.required,
      page: tag.page,
      area,
      options: words.options,
      question: null,
      option_value: null,
      context: {
        label: words.label,
        row: null,
        column: null,
        option: null,
        section: headingOver(headings, tag.page, area)?.text ?? null,
        nearby: [],
        widget_name: null,
        tooltip: null,
      },
      tag: { role: words.role ?? roles[0] ?? null, key: words.key, subject: words.subject },
      multiline: false,
      cells: null,
      continuations: null,
    };
  });
  return { boxes, ink: tags.flatMap((tag) => tag.lines.map((area) => ({ page: tag.page, area }))) };
}

// The order in which the file draws its text is what keeps a tag together that wraps inside a table cell.
function tagsOfPage(page: PageFacts): readonly PlacedTag[] {
  const { glyphs } = page;
  const number = page.geometry.page;
  const tags: PlacedTag[] = [];
  for (let at = 0; at < glyphs.length; at++) {
    if (!isPair(glyphs, at, '{')) continue;
    const end = endOfTag(glyphs, at, number);
    const words = parseTag(textOf(glyphs.slice(at + 2, end)));
    if (typeof words === 'string') throw problem(textOf(glyphs.slice(at + 2, end)), number, words);
    tags.push({ page: number, words, lines: linesOf(glyphs.slice(at, end + 2)) });
    at = end + 1;
  }
  return tags;
}

function endOfTag(glyphs: readonly Glyph[], start: number, page: number): number {
  for (let at = start + 2; at < glyphs.length && at - start < LONGEST_TAG; at++) {
    if (isPair(glyphs, at, '}')) return at;
    if (isPair(glyphs, at, '{')) break;
  }
  throw problem(textOf(glyphs.slice(start + 2, start + 2 + QUOTE)), page, 'is not closed with }}');
}

function isPair(glyphs: readonly Glyph[], at: number, brace: string): boolean {
  return glyphs[at]?.character === brace && glyphs[at + 1]?.character === brace;
}

function problem(inside: string, page: number, what: string): UnreadableDocument {
  const quote = inside.length > QUOTE ? `${inside.slice(0, QUOTE)}…` : inside;
  return new UnreadableDocument('text_tag', `the text tag "{{${quote}" on page ${page} ${what}`);
}

function textOf(glyphs: readonly Glyph[]): string {
  let text = '';
  for (const [index, glyph] of glyphs.entries()) text += (index > 0 && glyph.afterSpace ? ' ' : '') + glyph.character;
  return text;
}

function linesOf(glyphs: readonly Glyph[]): readonly Area[] {
  const lines: Glyph[][] = [];
  for (const glyph of glyphs) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const continues = last !== undefined && glyph.left >= last.left - 1 && Math.abs(glyph.bottom - last.bottom) < 4;
    if (line !== undefined && continues) line.push(glyph);
    else lines.push([glyph]);
  }
  return lines.map((line) => around(line));
}

const LEAST_WIDTH: Readonly<Record<BoxType, number>> = {
  text: 90,
  date: 70,
  signature: 130,
  initials: 44,
  date_signed: 70,
  signer_name: 110,
  signer_email: 120,
  signer_title: 90,
  signer_company: 110,
  tickbox: 0,
  dropdown: 90,
};
const SIGNATURE_HEIGHT = 30;
const INITIALS_HEIGHT = 20;

/** The box takes the place of the tag's first line; signing needs more height, which is taken above the line. */
function boxArea(tag: PlacedTag, page: { readonly width: number; readonly height: number }): Area {
  const first = tag.lines[0] ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const height = first.bottom - first.top;
  if (tag.words.type === 'tickbox') return { ...first, right: first.left + height };
  const wanted = { signature: SIGNATURE_HEIGHT, initials: INITIALS_HEIGHT };
  const type = tag.words.type;
  const tall = type === 'signature' || type === 'initials' ? Math.max(height, wanted[type]) : height;
  const width = Math.max(first.right - first.left, LEAST_WIDTH[type]);
  return {
    left: first.left,
    top: Math.max(first.bottom - tall, 0),
    right: Math.min(first.left + width, page.width),
    bottom: first.bottom,
  };
}
