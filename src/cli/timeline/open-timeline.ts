import type { Readable, Writable } from 'node:stream';
import type { Colour } from '../../core/terminal/colour.js';
import { drawScreen, type Frame } from './draw.js';
import type { Entry } from './entry.js';
import { type Act, keyOf, pressedIn, timelineActs } from './keys.js';
import { openScreen, pageOf } from '../../core/terminal/full-screen.js';
import {
  type Choice,
  chosenEntry,
  emptyTimeline,
  isAtRest,
  moved,
  selectedEntry,
  type Timeline,
  withDetails,
  withEntries,
} from './timeline.js';

/** A timeline at a terminal, with keys. */
export interface OpenTimeline {
  add(entries: readonly Entry[]): void;
  /** Draws again soon, because the frame has changed. */
  soon(): void;
  close(): void;
}

/** What a key acts on. */
export interface Acting {
  /** The selected entry, or the newest. */
  readonly chosen: Entry | null;
  /** Null while the timeline follows the newest entry. */
  readonly selected: Entry | null;
  /** Asks on the screen: the index of the chosen row, or null when the user leaves without one. */
  choose(choice: Choice): Promise<number | null>;
  /** Puts text on the clipboard of the terminal. */
  copy(text: string): void;
}

export interface TimelineParts {
  readonly pipes: { readonly input: Readable; readonly output: Writable };
  readonly colour: Colour;
  readonly frame: () => Frame;
  readonly act: (act: Exclude<Act, 'quit' | 'interrupt'>, acting: Acting) => void;
  readonly quit: (act: 'quit' | 'interrupt') => void;
  /** What is recorded of a delivery, read when it is first opened. */
  readonly recordOf: (deliveryId: string) => Promise<readonly string[]>;
  /**
   * Where the timeline lies over a log, from the first key to Esc: whether it covers it now. Without it, it is always
   * shown.
   */
  readonly covers?: (isCovered: boolean) => void;
}

/** Milliseconds in which entries that come together are drawn once. */
const drawMs = 30;

export function openTimeline(parts: TimelineParts): OpenTimeline {
  const { frame, colour, covers } = parts;
  const actsOffered = new Set(frame().acts.map(({ act }) => act));
  let timeline: Timeline = emptyTimeline;
  let isShown = false;
  let drawing: ReturnType<typeof setTimeout> | undefined;
  /** A loud app prints many lines between two drawings: they are taken together. */
  let fresh: Entry[] = [];
  const take = (): void => {
    if (fresh.length > 0) timeline = withEntries(timeline, fresh);
    fresh = [];
  };
  const draw = (): void => {
    take();
    if (isShown) screen.draw(drawScreen(timeline, frame(), screen.size(), colour));
  };
  const soon = (): void => {
    drawing ??= setTimeout(() => {
      drawing = undefined;
      draw();
    }, drawMs);
  };
  const show = (shown: boolean): void => {
    if (shown === isShown) return;
    isShown = shown;
    if (shown) covers?.(true);
    screen.show(shown);
    if (!shown) covers?.(false);
  };
  const explained = new Set<string>();
  const explain = ({ deliveryId: id }: Entry): void => {
    if (id === null || explained.has(id)) return;
    explained.add(id);
    void parts.recordOf(id).then((lines) => {
      timeline = withDetails(timeline, id, lines);
      soon();
    });
  };
  let answered: ((at: number | null) => void) | undefined;
  const answer = (at: number | null): void => {
    const told = answered;
    answered = undefined;
    if (timeline.view.is === 'choice') timeline = { ...timeline, view: { is: 'list' } };
    told?.(at);
  };
  const choose = (choice: Choice): Promise<number | null> => {
    answer(null);
    timeline = { ...timeline, view: { is: 'choice', at: 0, ...choice } };
    soon();
    return new Promise((resolve) => (answered = resolve));
  };
  const act = (what: Act): void => {
    if (what === 'quit' || what === 'interrupt') return parts.quit(what);
    if (!actsOffered.has(what) || timeline.view.is === 'choice') return;
    show(true);
    const chosen = chosenEntry(timeline);
    parts.act(what, { chosen, selected: selectedEntry(timeline), choose, copy: (text) => screen.copy(text) });
  };
  const pressed = (text: string): void => {
    const key = keyOf(text, timeline.view.is === 'filter', timelineActs);
    if (key === null) return;
    if ('act' in key) return act(key.act);
    if (key.move === 'back' && covers !== undefined && isAtRest(timeline)) return show(false);
    show(true);
    if (timeline.view.is === 'choice' && (key.move === 'open' || key.move === 'back')) {
      return answer(key.move === 'open' ? timeline.view.at : null);
    }
    timeline = moved(timeline, key.move, pageOf(screen.size()));
    if (timeline.view.is === 'details') explain(timeline.view.entry);
  };
  const typed = (text: string): void => {
    take();
    for (const each of pressedIn(text)) pressed(each);
    soon();
  };
  const screen = openScreen(parts.pipes, { typed, resized: draw });
  if (covers === undefined) show(true);
  draw();
  return {
    add: (entries) => {
      fresh.push(...entries);
      soon();
    },
    soon,
    close: () => {
      clearTimeout(drawing);
      answer(null);
      show(false);
      screen.close();
    },
  };
}
