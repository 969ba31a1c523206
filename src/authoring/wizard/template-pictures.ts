import type { Context } from '../../cli/context/context.js';
import { explain } from '../../cli/failure/explain.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import type { Field } from '../../contract/resources/template.js';
import { isTrueColour, type PictureChoice, type PictureKind, pictureKindOf } from '../../core/terminal/picture-kind.js';
import type { Prompt } from '../../core/terminal/prompt.js';
import type { Pictures } from './session.js';
import { withDocuments } from '../template/offline.js';
import { fetchPage } from '../template/preview-source.js';

/** Below so many rows a picture would push the question off the screen, so it is shown when asked for. */
const rowsForPicture = 44;
/** The longest question below a picture, with the reason and the fields of a person above it. */
const rowsForQuestion = 19;
/** Sixels have a size of their own: narrow enough for a terminal whose cells are 7 pixels wide. */
const sixelsForColumn = 7;
/** Pixels that a terminal shrinks to its own. */
const usualWidth = 1000;
const red = [220, 38, 38] as const;

/** Pages for the wizard, drawn in the terminal where it can. */
export function picturesFor(context: Context, prompt: Prompt, choice: PictureChoice | undefined): Pictures {
  const { env } = context.machine;
  const kind = choice ?? pictureKindOf(env, prompt.room.colour);
  return {
    // Half blocks cannot be read in an ordinary terminal, so they are drawn only when they were chosen.
    inTerminal:
      kind === 'none' || (kind === 'halves' && choice === undefined)
        ? 'no'
        : prompt.room.rows < rowsForPicture
          ? 'asked'
          : 'always',
    show: async (documentId, page, marked) => {
      if (kind === 'none') return;
      const drawn = await orSaid(prompt, () => drawing(context, prompt, kind, { documentId, page, marked }));
      if (drawn === null) return;
      prompt.draw(drawn);
      prompt.say(`Page ${page}, starting at the first field marked in red.`);
    },
  };
}

/** A page that cannot be shown is reported and does not end the conversation; Ctrl-C does. */
export async function orSaid<T>(prompt: Prompt, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const { exitCode, message, hint, ours } = explain(error);
    if (ours || exitCode === 130 || (!(error instanceof CommandFailure) && exitCode !== 7 && exitCode !== 8))
      throw error;
    prompt.say(hint === null ? message : `${message} ${hint}`);
    return null;
  }
}

interface Place {
  readonly documentId: string;
  readonly page: number;
}

async function drawing(
  context: Context,
  prompt: Prompt,
  kind: PictureKind,
  { documentId, page, marked }: Place & { readonly marked: readonly Field[] },
): Promise<string> {
  const { columns, rows } = prompt.room;
  const here = marked.filter((field) => field.document_id === documentId && field.page === page);
  const client = await context.api();
  const png = await withDocuments(context, async (engine) => {
    const pdf = await fetchPage(client, documentId, page);
    if (kind === 'halves') return engine.picture(pdf, 1, { width: Math.max(20, Math.min(columns - 2, 160)) });
    const boxes = here.map(({ rect }, index) => ({
      rect,
      text: String(index + 1),
      colour: [0.86, 0.15, 0.15] as const,
    }));
    const width = kind === 'sixel' ? Math.min(usualWidth, (columns - 2) * sixelsForColumn) : usualWidth;
    return engine.picture(await engine.outline({ pdf, boxes }), 1, { width });
  });
  const { cutRows, mark, pictureSequence, readPng } = await import('../../core/terminal/picture.js');
  const whole = readPng(png);
  const seen =
    kind === 'halves'
      ? mark(
          whole,
          here.map(({ rect }) => rect),
          red,
        )
      : whole;
  const room = {
    columns: columns - 2,
    rows: Math.max(12, rows - rowsForQuestion),
    trueColour: isTrueColour(context.machine.env),
  };
  // As many rows of pixels as there is room for, around the boxes.
  const maxRows = Math.floor((room.rows * 2 * seen.width) / (kind === 'halves' ? seen.width : room.columns));
  const top = here.length === 0 ? 0 : Math.min(...here.map(({ rect }) => rect.y)) * seen.height;
  const part = cutRows(seen, Math.max(0, Math.min(top - maxRows * 0.1, seen.height - maxRows)), maxRows);
  return pictureSequence(kind, part, room);
}
