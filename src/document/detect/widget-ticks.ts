import type { Widget } from '../engine/page-widgets.js';
import { withWords } from './flat/cell-blanks.js';
import { readCells } from './flat/cells.js';
import { surroundingsOf, withoutWords } from './flat/flat-page.js';
import type { PageContext } from './flat/place.js';
import { overlapShare } from './flat/place.js';
import { readRuling } from './flat/ruling.js';
import { isSquare } from './flat/tick-places.js';
import { tickQuestions } from './flat/tick-questions.js';
import type { PageFacts } from './page-facts.js';
import type { Grouping } from './questions.js';
import type { Phrase } from './text-lines.js';

/** Tick boxes that a page shows as the answers to one question. */
export interface SeenQuestion {
  readonly label: string | null;
  /** How many of them may be ticked. */
  readonly max: number;
  readonly widgets: readonly Widget[];
  /** The words of the options that have any. */
  readonly options: readonly string[];
}

/** What a reader sees of the tick boxes and radio buttons of a page. */
export interface SeenTicks {
  /** The words of those that have any around them; null where these could be another one's. */
  readonly options: ReadonlyMap<Widget, string | null>;
  readonly questions: readonly SeenQuestion[];
  /** The phrases of the questions and options, which name no other box. */
  readonly words: readonly Phrase[];
}

/**
 * Reads the words around the places to tick row by row, as on a page without fields; those of one name by themselves.
 * `body` is the height of most of the document's text, in points.
 */
export function seeTicks(page: PageFacts, body: number, groups: ReadonlyMap<Widget, Grouping>): SeenTicks {
  const ticks = page.widgets.filter(isTick);
  const options = new Map<Widget, string | null>();
  const questions: SeenQuestion[] = [];
  const words: Phrase[] = [];
  if (ticks.length === 0) return { options, questions, words };
  const ruling = readRuling(page.paths);
  // A square drawn around a tick box is the box itself.
  const closed = readCells(ruling).filter(
    (cell) => !(isSquare(cell) && ticks.some((tick) => overlapShare(tick, cell) > 0.4)),
  );
  const whole = surroundingsOf(page, body, ticks, ruling, closed);
  const read = (part: readonly Widget[], surroundings: PageContext): void => {
    const others = page.widgets.filter((widget) => !part.includes(widget));
    const found = tickQuestions(
      { boxes: part, blanks: [] },
      others,
      withWords(closed, page.widgets, surroundings),
      surroundings,
    );
    const widgetAt = new Map<unknown, Widget>(part.map((widget) => [widget, widget]));
    for (const { label, max, ticks: asked } of found.questions) {
      const widgets = asked.flatMap(({ area }) => widgetAt.get(area) ?? []);
      const said = asked.flatMap(({ option }) => option ?? []);
      if (widgets.length > 1) questions.push({ label, max, widgets, options: said });
      for (const { area, option, isUnclear } of asked) {
        const widget = widgetAt.get(area);
        if (widget !== undefined && (option !== null || isUnclear)) options.set(widget, option);
      }
    }
    words.push(...found.words);
  };
  for (const part of byName(ticks, groups)) read(part, whole);
  read(
    ticks.filter((tick) => !groups.has(tick)),
    withoutWords(whole, words),
  );
  return { options, questions, words };
}

export function isTick({ kind }: Widget): boolean {
  return kind === 'checkbox' || kind === 'radio';
}

function byName(ticks: readonly Widget[], groups: ReadonlyMap<Widget, Grouping>): readonly (readonly Widget[])[] {
  const parts = new Map<string, Widget[]>();
  for (const tick of ticks) {
    const name = groups.get(tick)?.name;
    if (name !== undefined) parts.set(name, [...(parts.get(name) ?? []), tick]);
  }
  return [...parts.values()];
}
