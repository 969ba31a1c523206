import type { DocumentEngine } from '../../document/document-engine.js';
import type { PreviewBox, PreviewSource } from './preview-source.js';

/** A page as a picture, and what lies on it. */
export interface PreviewPage {
  readonly page: number;
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PreviewBox[];
}

/** A role and the colour of its boxes, `#rrggbb`; null for boxes without a known person. */
export interface RoleColour {
  readonly role: string | null;
  readonly colour: string;
}

/** Dark enough for white digits, and told apart by those who see few colours. */
const palette = ['#1d4ed8', '#c2410c', '#047857', '#a21caf', '#854d0e', '#0e7490', '#be123c', '#4338ca'];
const grey = '#475569';
const pixels = 1500;

/** The roles in the order in which a reader meets them; with more roles than colours, colours repeat. */
export function colourRoles(boxes: readonly PreviewBox[]): readonly RoleColour[] {
  const roles = [...new Set(boxes.map(({ role }) => role))];
  const named = roles.filter((role) => role !== null);
  const coloured = named.map((role, index) => ({ role, colour: palette[index % palette.length] ?? grey }));
  return roles.includes(null) ? [...coloured, { role: null, colour: grey }] : coloured;
}

export const colourOf = (roles: readonly RoleColour[], role: string | null): string =>
  roles.find((each) => each.role === role)?.colour ?? grey;

/** Draws one page with its boxes outlined, and numbered unless they are filled. Throws RenderFailed, and what the source throws. */
export async function drawPage(
  engine: DocumentEngine,
  source: PreviewSource,
  roles: readonly RoleColour[],
  page: number,
): Promise<PreviewPage> {
  const boxes = source.boxes.filter(({ places }) => places.some((place) => place.page === page));
  const outlined = boxes.flatMap(({ number, role, places }) =>
    places
      .filter((place) => place.page === page)
      .map(({ rect }) => ({
        rect,
        text: source.isFilled === true ? '' : String(number),
        colour: channels(colourOf(roles, role)),
      })),
  );
  const pdf = await engine.outline({ pdf: await source.pdfOf(page), boxes: outlined });
  const png = await engine.picture(pdf, 1, { width: pixels });
  // The head of a PNG says its size.
  const head = Buffer.from(png.buffer, png.byteOffset, 24);
  return { page, png, width: head.readUInt32BE(16), height: head.readUInt32BE(20), boxes };
}

function channels(colour: string): readonly [number, number, number] {
  const part = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}
