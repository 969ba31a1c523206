import { UnreadableDocument } from '../document-failure.js';
import type { Area, Glyph, PageText } from '../engine/page-glyphs.js';
import type { WordControl } from '../word/word-control.js';
import { MARK, markedControl } from '../word/word-control.js';
import { ANSWER_SIDES, findCaption, TICK_SIDES } from './captions.js';
import type { FoundBox } from './found-box.js';
import type { Heading } from './headings.js';
import { headingOver } from './headings.js';
import type { PageFacts } from './page-facts.js';
import type { TagWords } from '../tag-grammar.js';
import { leastBox, parseTag } from '../tag-grammar.js';
import { around } from './text-lines.js';

/** The boxes that text tags ask for, and the ink of the tags, which has to be taken off the pages. */
export interface FoundTags {
  readonly boxes: readonly FoundBox[];
  /** One entry for each line of each tag; pages are 1-based. */
  readonly ink: readonly { readonly page: number; readonly area: Area }[];
}

/** A text tag, or the marks that stand for a control of a Word file, where it is on a page. */
export interface PlacedTag {
  readonly page: number;
  /** What the tag says itself, or the control. */
  readonly words: TagWords | WordControl;
  readonly lines: readonly Area[];
}

const LONGEST_TAG = 600;
const QUOTE = 40;

/** The boxes that the text tags of a document ask for. Throws UnreadableDocument, quoting the tag, when one is wrong. */
export function readTags(pages: readonly PageFacts[], headings: readonly Heading[]): FoundTags {
  const tags = pages.flatMap((page) => page.tags);
  const roles = [...new Set(tags.flatMap(({ words }) => words.role ?? []))];
  const boxes = pages.flatMap((page) => page.tags.map((tag) => taggedBox(tag, page, headings, roles)));
  return { boxes, ink: tags.flatMap((tag) => tag.lines.map((area) => ({ page: tag.page, area }))) };
}

function taggedBox(tag: PlacedTag, page: PageFacts, headings: readonly Heading[], roles: readonly string[]): FoundBox {
  const { words } = tag;
  const control = isControl(words) ? words : null;
  if (control === null && words.role === null && roles.length > 1) {
    throw problem(words.label ?? '', tag.page, `names no role, and the document has ${roles.length}`);
  }
  const area = boxArea(tag, page.geometry);
  const sides = words.type === 'tickbox' ? TICK_SIDES : ANSWER_SIDES;
  const label = words.label ?? findCaption(area, page, sides)?.text ?? null;
  const role = words.role ?? (roles.length === 1 ? (roles[0] ?? null) : null);
  // A control that names nobody is told by its words and its place, as a box of a PDF form is.
  const saysWho = control === null || role !== null || words.key !== null || words.subject !== null;
  return {
    type: words.type,
    label: label ?? control?.tooltip ?? null,
    required: words.required,
    page: tag.page,
    area,
    options: words.options,
    question: null,
    option_value: null,
    context: {
      label,
      row: null,
      column: null,
      option: null,
      section: headingOver(headings, tag.page, area)?.text ?? null,
      nearby: [],
      widget_name: control?.name ?? null,
      tooltip: control?.tooltip ?? null,
    },
    tag: saysWho ? { role, key: words.key, subject: words.subject } : null,
    multiline: control?.multiline ?? false,
    cells: null,
    continuations: null,
    ...(control === null || control.start === null ? {} : { start: control.start }),
  };
}

function isControl(words: TagWords | WordControl): words is WordControl {
  return 'name' in words;
}

/**
 * The tags of a page, and its characters without theirs; `controls` are those of a Word file. Throws UnreadableDocument,
 * quoting the tag and its page (1-based), when one has no end or says something else than a tag may.
 */
export function withoutTags(
  text: PageText,
  page: number,
  controls: readonly WordControl[],
): { readonly tags: readonly PlacedTag[]; readonly glyphs: readonly Glyph[] } {
  const marks = new Map<WordControl, Glyph[]>();
  const glyphs = text.glyphs.filter((glyph) => {
    const control = controlOf(glyph, text, controls);
    if (control === undefined) return true;
    const own = marks.get(control);
    if (own === undefined) marks.set(control, [glyph]);
    else own.push(glyph);
    return false;
  });
  const tags: PlacedTag[] = [...marks].map(([words, own]) => ({ page, words, lines: linesOf(own) }));
  const rest: Glyph[] = [];
  // The order in which the file draws its text is what keeps a tag together that wraps inside a table cell.
  for (let at = 0; at < glyphs.length; at++) {
    if (!isPair(glyphs, at, '{')) {
      rest.push(...glyphs.slice(at, at + 1));
      continue;
    }
    const end = endOfTag(glyphs, at, page);
    const inside = textOf(glyphs.slice(at + 2, end));
    const words = parseTag(inside);
    if (typeof words === 'string') throw problem(inside, page, words);
    tags.push({ page, words, lines: linesOf(glyphs.slice(at, end + 2)) });
    at = end + 1;
  }
  return { tags, glyphs: rest };
}

/** The control of a Word file whose mark a character is. */
function controlOf(
  { character, index }: Glyph,
  { colorOf }: PageText,
  controls: readonly WordControl[],
): WordControl | undefined {
  if (controls.length === 0 || character !== MARK) return undefined;
  return controls[markedControl(colorOf(index)) ?? -1];
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

/** The box takes the place of the tag's first line; signing needs more height, which is taken above the line. */
function boxArea(tag: PlacedTag, page: { readonly width: number; readonly height: number }): Area {
  const first = tag.lines[0] ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const height = first.bottom - first.top;
  if (tag.words.type === 'tickbox') return { ...first, right: first.left + height };
  const least = leastBox(tag.words.type);
  const tall = Math.max(height, least.height);
  const width = Math.max(first.right - first.left, least.width);
  return {
    left: first.left,
    top: Math.max(first.bottom - tall, 0),
    right: Math.min(first.left + width, page.width),
    bottom: first.bottom,
  };
}
