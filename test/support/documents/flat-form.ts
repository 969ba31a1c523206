/** A page drawn by hand, without a single form field: text, lines and boxes in points from the bottom left. */
export interface FlatPageOptions {
  readonly rotate?: 0 | 90 | 180 | 270;
  readonly mediaBox?: readonly [number, number, number, number];
  readonly cropBox?: readonly [number, number, number, number];
  readonly userUnit?: number;
  /** Draws everything inside a Form XObject that is twice as large and shrunk again by its matrix. */
  readonly inForm?: boolean;
}

export const text = (words: string, x: number, y: number, size = 10, font = 'F1'): string =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${words.replace(/[()\\]/gu, String.raw`\$&`)}) Tj ET`;
export const bold = (words: string, x: number, y: number, size = 11): string => text(words, x, y, size, 'F2');
export const rule = (x: number, y: number, to: number): string => `0.7 w ${x} ${y} m ${to} ${y} l S`;
export const upright = (x: number, y: number, to: number): string => `0.7 w ${x} ${y} m ${x} ${to} l S`;
export const frame = (x: number, y: number, w: number, h: number): string => `0.7 w ${x} ${y} ${w} ${h} re S`;
/** A thin filled rectangle, which is how word processors draw their lines. */
export const bar = (x: number, y: number, w: number): string => `${x} ${y} ${w} 0.6 re f`;
export const shade = (x: number, y: number, w: number, h: number, grey: number): string =>
  `q ${grey} g ${x} ${y} ${w} ${h} re f Q`;

/** A4 pages with the drawing of each. */
export function flatPdf(pages: readonly (readonly string[])[], options: FlatPageOptions = {}): Uint8Array {
  const objects = ['', ''];
  const add = (body: string): number => objects.push(body);
  const regular = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const heavy = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>');
  const fonts = `/Font << /F1 ${regular} 0 R /F2 ${heavy} 0 R >>`;
  const kids = pages.map((drawing) => {
    const whole = drawing.join('\n');
    const inner = options.inForm === true ? `q 2 0 0 2 0 0 cm\n${whole}\nQ` : whole;
    const matrix = '/Matrix [0.5 0 0 0.5 30 -20]';
    const form = add(
      `<< /Type /XObject /Subtype /Form /BBox [-2000 -2000 4000 4000] ${matrix} /Resources << ${fonts} >> ${stream(inner)}`,
    );
    const content = options.inForm === true ? 'q 1 0 0 1 -30 20 cm /X1 Do Q' : whole;
    const contents = add(`<< ${stream(content)}`);
    const resources = `/Resources << ${fonts} /XObject << /X1 ${form} 0 R >> >>`;
    return add(`<< /Type /Page /Parent 2 0 R ${boxes(options)} ${resources} /Contents ${contents} 0 R >>`);
  });
  objects[0] = '<< /Type /Catalog /Pages 2 0 R >>';
  objects[1] = `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`;
  return written(objects);
}

function stream(content: string): string {
  return `/Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`;
}

function boxes({ rotate = 0, mediaBox = [0, 0, 595, 842], cropBox, userUnit }: FlatPageOptions): string {
  const crop = cropBox === undefined ? '' : ` /CropBox [${cropBox.join(' ')}]`;
  const unit = userUnit === undefined ? '' : ` /UserUnit ${userUnit}`;
  return `/MediaBox [${mediaBox.join(' ')}]${crop}${unit} /Rotate ${rotate}`;
}

function written(objects: readonly string[]): Uint8Array {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
