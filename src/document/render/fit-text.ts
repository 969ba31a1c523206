/** Widths of text at a size; a font answers it. */
export interface Metrics {
  widthOfTextAtSize(text: string, size: number): number;
}

/** The inside of a place that text goes into, in points. */
export interface Slot {
  readonly width: number;
  readonly height: number;
}

/** Text as it goes into its places. */
export interface Fitted {
  readonly size: number;
  readonly leading: number;
  /** Horizontal scale in per cent: below 100 the letters are set narrower. */
  readonly stretch: number;
  /** The lines of each place. */
  readonly lines: readonly (readonly string[])[];
  /** Whether the places are too small for all of it; then the last line ends with the sign that was given. */
  readonly cut: boolean;
}

export interface Fitting {
  readonly largest: number;
  /** Ends what does not fit: it points to where the whole text stands. */
  readonly sign: string;
  /** Whether lines are wanted: a single line may shrink a little before it becomes two. */
  readonly multiline: boolean;
}

interface Token {
  readonly text: string;
  readonly width: number;
  /** Whether a new line of the text begins with it. */
  readonly isFirst: boolean;
  readonly breaks: boolean;
}

interface Flow {
  readonly lines: readonly string[];
  readonly complete: boolean;
}

const SMALLEST = 5;
const STEP = 0.5;
const LEADING = 1.2;
/** What one line needs, from the accents of capitals down to the marks below letters, as a share of its size. */
export const LINE = 1.3;
/** A single line is not shrunk below this for the sake of staying one. */
const READABLE = 7;
const CUT_AT = 7;
/** Longer words are rather broken than that they make everything around them small. */
const LONGEST_WHOLE = 24;
const STRETCHES = [90, 80, 70] as const;

/**
 * Text in one or several places that it runs through: at the largest size at which all of it fits, but not below 5
 * points unless a place is lower than that; then in narrower letters; and what still does not fit is cut.
 */
export function fitText(text: string, slots: readonly Slot[], fitting: Fitting, font: Metrics): Fitted {
  const tokens = tokensOf(fitting.multiline ? text : inOneLine(text), font);
  const lowest = Math.min(...slots.map(({ height }) => height));
  const largest = Math.min(fitting.largest, lowest / LINE);
  const smallest = Math.min(SMALLEST, largest);
  const shrunk = shrink(tokens, slots, largest, smallest, fitting.multiline, font);
  if (shrunk !== null) return shrunk;
  const loose = tokens.map((token) => ({ ...token, breaks: true }));
  for (const stretch of STRETCHES) {
    const narrow = attempt(loose, slots, smallest, stretch, font);
    if (narrow.complete) return fitted(narrow.lines, slots, smallest, stretch, false);
  }
  return cut(loose, slots, clamp(CUT_AT, smallest, largest), fitting.sign, font);
}

/** Each run of spaces is read once: a long one without a line break in it took minutes otherwise. */
const inOneLine = (text: string): string => text.replace(/\s+/gu, (space) => (space.includes('\n') ? ' ' : space));

/** Lines no wider than `width`; words that are wider by themselves are broken. */
export function wrap(text: string, width: number, size: number, font: Metrics): readonly string[] {
  const tokens = tokensOf(text, font).map((token) => ({ ...token, breaks: true }));
  return flow(tokens, () => width / size, font).lines;
}

function shrink(
  tokens: readonly Token[],
  slots: readonly Slot[],
  largest: number,
  smallest: number,
  multiline: boolean,
  font: Metrics,
): Fitted | null {
  const narrowest = Math.min(...slots.map(({ width }) => width));
  const breakable = tokens.map((token) => ({ ...token, breaks: token.breaks || token.width * smallest > narrowest }));
  for (let size = largest; size >= smallest; size = nextSize(size, smallest)) {
    const { lines, complete } = attempt(breakable, slots, size, 100, font);
    if (!complete) continue;
    const asOne = multiline || lines.length === 1 ? null : oneLine(tokens, slots, size, font);
    return asOne ?? fitted(lines, slots, size, 100, false);
  }
  return null;
}

/** The text in a single line, where that makes it hardly smaller than in several, or small but easy to read. */
function oneLine(tokens: readonly Token[], slots: readonly Slot[], size: number, font: Metrics): Fitted | null {
  const [slot] = slots;
  if (slot === undefined || slots.length > 1) return null;
  const line = tokens.map(({ text }) => text).join(' ');
  const single = Math.min(size, (slot.width - 0.01) / Math.max(widthAtOne(line, font), 0.01));
  if (single < Math.min(READABLE, size - 1)) return null;
  return fitted([line], slots, single, 100, false);
}

function nextSize(size: number, smallest: number): number {
  return size > smallest ? Math.max(size - STEP, smallest) : Number.NEGATIVE_INFINITY;
}

function cut(tokens: readonly Token[], slots: readonly Slot[], wanted: number, sign: string, font: Metrics): Fitted {
  const signWidth = widthAtOne(sign, font);
  const narrowest = Math.min(...slots.map(({ width }) => width));
  const size = Math.min(wanted, narrowest / Math.max(signWidth, 0.01));
  const { lines, complete } = attempt(tokens, slots, size, 100, font);
  // The sign itself may need a size at which nothing has to be cut.
  if (complete) return fitted(lines, slots, size, 100, false);
  const kept = lines.length === 0 ? [''] : lines;
  const room = (slotOf(kept.length - 1, slots, size)?.width ?? 0) / size - signWidth;
  const last = Array.from(kept[kept.length - 1] ?? '');
  while (last.length > 0 && widthAtOne(`${last.join('')} `, font) > room) last.pop();
  const ended = `${last.join('').trimEnd()} ${sign}`.trim();
  return fitted([...kept.slice(0, -1), ended], slots, size, 100, true);
}

function attempt(tokens: readonly Token[], slots: readonly Slot[], size: number, stretch: number, font: Metrics): Flow {
  const scale = (size * stretch) / 100;
  const widths = slots.flatMap((slot) =>
    Array.from({ length: linesIn(slot.height, size) }, () => (slot.width + 0.01) / scale),
  );
  return flow(tokens, (line) => widths[line] ?? null, font);
}

/** How many lines of a size a place of this height holds; at least one. */
function linesIn(height: number, size: number): number {
  return Math.max(Math.floor((height - size * LINE) / (size * LEADING) + 1e-6) + 1, 1);
}

/** The place that holds a line. */
function slotOf(line: number, slots: readonly Slot[], size: number): Slot | undefined {
  let before = 0;
  return slots.find(({ height }) => line < (before += linesIn(height, size))) ?? slots.at(-1);
}

/** Fills line after line, as wide as `widthOf` says, in units of the size; null means that there is none. */
function flow(tokens: readonly Token[], widthOf: (line: number) => number | null, font: Metrics): Flow {
  const space = widthAtOne(' ', font);
  const waiting = tokens.toReversed();
  const lines: string[] = [];
  for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) {
    if (token.text === '' && !token.isFirst && waiting.length > 0) continue;
    const width = widthOf(lines.length);
    const fits = width !== null && token.width <= width;
    if (width === null || (!fits && !token.breaks)) return { lines, complete: false };
    if (!fits) {
      const [head, tail] = broken(token, width, font);
      lines.push(head);
      if (tail !== null) waiting.push(tail);
      continue;
    }
    let line = token.text;
    let length = token.width;
    for (let next = waiting.at(-1); next !== undefined && !next.isFirst; next = waiting.at(-1)) {
      length += space + next.width;
      if (length > width) break;
      line += ` ${next.text}`;
      waiting.pop();
    }
    lines.push(line);
  }
  return { lines, complete: true };
}

/** As much of a word as fits, at least one character, and the rest; broken before an @ or a dot where there is one. */
function broken(token: Token, width: number, font: Metrics): readonly [string, Token | null] {
  let end = 0;
  let length = 0;
  let good = { end: 0, length: 0 };
  for (const character of token.text) {
    const advance = widthAtOne(character, font);
    if (end > 0 && (character === '@' || character === '.')) good = { end, length };
    if (end > 0 && length + advance > width) break;
    end += character.length;
    length += advance;
  }
  // Not where that leaves most of the line empty.
  if (good.length * 3 > width && end < token.text.length) ({ end, length } = good);
  const rest = token.text.slice(end);
  const tail = { ...token, text: rest, width: token.width - length, isFirst: false };
  return [token.text.slice(0, end), rest === '' ? null : tail];
}

function tokensOf(text: string, font: Metrics): readonly Token[] {
  return text.split('\n').flatMap((paragraph, line) =>
    paragraph.split(' ').map((word, index) => ({
      text: word,
      width: widthAtOne(word, font),
      isFirst: line > 0 && index === 0,
      breaks: word.length > LONGEST_WHOLE,
    })),
  );
}

const widthAtOne = (text: string, font: Metrics): number => font.widthOfTextAtSize(text, 1000) / 1000;

function fitted(
  lines: readonly string[],
  slots: readonly Slot[],
  size: number,
  stretch: number,
  isCut: boolean,
): Fitted {
  let from = 0;
  const shared = slots.map(({ height }) => {
    const own = lines.slice(from, from + linesIn(height, size));
    from += own.length;
    return own;
  });
  return { size, leading: size * LEADING, stretch, lines: shared, cut: isCut };
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(Math.min(value, max), Math.min(min, max));
}
