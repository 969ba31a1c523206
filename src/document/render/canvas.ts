import type { EmbeddedFont, PDF, PDFPage, PdfRef } from '@libpdf/core';
import { ops, PdfString } from '@libpdf/core';
import type { PageGeometry } from '../engine/page-geometry.js';
import { addResource, ownResources } from './page-resources.js';

export type Operator = Parameters<PDFPage['drawOperators']>[0][number];
export type Colour = readonly [red: number, green: number, blue: number];

export const WHITE: Colour = [1, 1, 1];
export const INK: Colour = [0.06, 0.09, 0.2];
export const GREY: Colour = [0.42, 0.45, 0.5];
export const RULE: Colour = [0.82, 0.85, 0.89];
export const PALE: Colour = [0.965, 0.972, 0.98];

export interface TextStyle {
  readonly font: EmbeddedFont;
  readonly size: number;
  readonly colour?: Colour;
  /** Horizontal scale in per cent. */
  readonly stretch?: number;
  /** Degrees, counter-clockwise around the start of the text. */
  readonly turned?: number;
  readonly opacity?: number;
}

/**
 * Draws on a page as it is displayed, in points from its top left corner, whatever its rotation and boxes. Everything
 * goes out in one content stream at the end: the writer would lose the transform between two (libpdf 0.4.2).
 */
export class Canvas {
  readonly #pdf: PDF;
  readonly #page: PDFPage;
  #geometry: PageGeometry;
  readonly #resources: ReturnType<typeof ownResources>;
  readonly #names = new Map<PdfRef, string>();
  readonly #below: Operator[] = [];
  readonly #operators: Operator[] = [];

  constructor(pdf: PDF, page: PDFPage, geometry: PageGeometry) {
    this.#pdf = pdf;
    this.#page = page;
    this.#geometry = geometry;
    this.#resources = ownResources(pdf, page);
  }

  get width(): number {
    return this.#geometry.width;
  }

  get height(): number {
    return this.#geometry.height;
  }

  /** `y` is that of the base line. */
  text(text: string, x: number, y: number, style: TextStyle): void {
    const angle = ((style.turned ?? 0) * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    this.#inState(
      style.opacity ?? 1,
      ops.setNonStrokingRGB(...(style.colour ?? INK)),
      ops.beginText(),
      ops.setFont(`/${this.#name('Font', style.font.ref)}`, style.size),
      ops.setHorizontalScale(style.stretch ?? 100),
      ops.setTextMatrix(cos, sin, -sin, cos, x, this.height - y),
      ops.showText(glyphs(text, style.font)),
      ops.endText(),
    );
  }

  rectangle(x: number, y: number, w: number, h: number, colour: Colour, opacity = 1): void {
    this.#inState(opacity, ops.setNonStrokingRGB(...colour), ops.rectangle(x, this.height - y - h, w, h), ops.fill());
  }

  /** A line through points given as [x, y]. */
  stroke(points: readonly (readonly [number, number])[], thickness: number, colour: Colour): void {
    const path = points.map(([x, y], index) => (index === 0 ? ops.moveTo : ops.lineTo)(x, this.height - y));
    const pen = [ops.setLineWidth(thickness), ops.setLineCap(1), ops.setLineJoin(1), ops.setStrokingRGB(...colour)];
    this.#inState(1, ...pen, ...path, ops.stroke());
  }

  image(ref: PdfRef, x: number, y: number, w: number, h: number): void {
    const name = this.#name('XObject', ref);
    this.#inState(1, ops.concatMatrix(w, 0, 0, h, x, this.height - y - h), ops.paintXObject(name));
  }

  /** Paints a form in the page's own coordinates, under everything else that is drawn here. */
  formBelow(ref: PdfRef, matrix: readonly [number, number, number, number, number, number]): void {
    this.#below.push(
      ops.pushGraphicsState(),
      ops.concatMatrix(...matrix),
      ops.paintXObject(this.#name('XObject', ref)),
      ops.popGraphicsState(),
    );
  }

  /** What `draw` draws goes by another geometry of the page: as it is seen from another side. */
  seenAs(geometry: PageGeometry, draw: () => void): void {
    const usual = this.#geometry;
    this.#geometry = geometry;
    draw();
    this.#geometry = usual;
  }

  /** Writes everything; as an artifact, it is not part of what a tagged document reads out (ISO 32000-1, 14.8.2.2). */
  finish({ isArtifact = false }: { readonly isArtifact?: boolean } = {}): void {
    if (this.#operators.length === 0 && this.#below.length === 0) return;
    const all = [...this.#below, ...this.#operators];
    this.#page.drawOperators(isArtifact ? [ops.beginMarkedContent('/Artifact'), ...all, ops.endMarkedContent()] : all);
  }

  #inState(opacity: number, ...operators: readonly Operator[]): void {
    this.#operators.push(ops.pushGraphicsState(), ops.concatMatrix(...displayMatrix(this.#geometry)));
    if (opacity < 1) {
      const state = this.#pdf.createExtGState({ fillOpacity: opacity, strokeOpacity: opacity });
      this.#operators.push(ops.setGraphicsState(`/${this.#name('ExtGState', state.ref)}`));
    }
    this.#operators.push(...operators, ops.popGraphicsState());
  }

  #name(kind: string, ref: PdfRef): string {
    const name = this.#names.get(ref) ?? addResource(this.#pdf, this.#resources, kind, ref);
    this.#names.set(ref, name);
    return name;
  }
}

/** Takes displayed points with the origin bottom left, y upwards, to the page's user space. */
function displayMatrix({
  toUser: [a, b, c, d, e, f],
  width,
  height,
}: PageGeometry): [number, number, number, number, number, number] {
  return [a / width, b / width, -c / height, -d / height, c + e, d + f];
}

function glyphs(text: string, font: EmbeddedFont): PdfString {
  const ids = font.encodeTextToGids(text);
  const bytes = Buffer.alloc(ids.length * 2);
  for (const [index, id] of ids.entries()) bytes.writeUInt16BE(id, index * 2);
  return PdfString.fromBytes(bytes);
}
