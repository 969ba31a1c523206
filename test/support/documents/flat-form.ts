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

/** Two pages of a tenancy agreement as offices write them: nothing to fill in but what the eye sees. */
export const flatTenancy: readonly (readonly string[])[] = [
  [
    bold('AGREEMENT OF LEASE', 60, 790, 15),
    bold('1. THE LESSEE', 60, 760),
    text('Full name:', 60, 738),
    rule(120, 736, 330),
    text('Identity number', 60, 712),
    ...Array.from({ length: 13 }, (_, index) => frame(160 + index * 14, 707, 14, 16)),
    text('Physical address: ..........................................................................', 60, 686),
    text('E-mail ______________________ Cellphone ____________________', 60, 664),
    text('Reasons for leaving the present address:', 60, 642),
    rule(60, 622, 520),
    rule(60, 602, 520),
    rule(60, 582, 520),
    bold('2. OCCUPANTS', 60, 556),
    ...[0, 1, 2].map((row) => upright(60 + row * 150, 470, 545)),
    upright(510, 470, 545),
    ...[545, 520, 495, 470].map((y) => rule(60, y, 510)),
    shade(60.5, 520.5, 449, 24, 0.9),
    text('Name', 70, 528),
    text('Date of birth', 220, 528),
    text('Relationship', 370, 528),
    bold('3. TERMS', 60, 440),
    text('Marital status (tick one):', 60, 418),
    frame(200, 416, 10, 10),
    text('Single', 214, 418),
    frame(270, 416, 10, 10),
    text('Married', 284, 418),
    frame(340, 416, 10, 10),
    text('Divorced', 354, 418),
    text('May pets be kept? [  ] Yes [  ] No', 60, 396),
    text('The rent includes (tick all that apply):', 60, 374),
    frame(70, 354, 10, 10),
    text('Water', 86, 356),
    frame(70, 336, 10, 10),
    text('Electricity', 86, 338),
    frame(70, 318, 10, 10),
    text('Refuse removal', 86, 320),
    frame(60, 262, 240, 34),
    text('Deposit payable', 64, 287, 7),
    frame(300, 262, 210, 34),
    text('Name of bank', 304, 287, 7),
    rule(60, 240, 200),
    text('The lease is governed by the law of South Africa and may not be changed by word of mouth.', 60, 226),
    text('Page 1 of 2', 280, 40, 8),
  ],
  [
    text('SIGNED at ____________________ on this ____ day of __________________ 20____', 60, 780),
    bar(60, 720, 200),
    text('LESSOR', 60, 708, 9),
    bar(320, 720, 200),
    text('LESSEE', 320, 708, 9),
    text('AS WITNESSES:', 60, 670),
    text('1. ______________________________', 60, 645),
    text('2. ______________________________', 60, 615),
    text('Signature of surety', 60, 570),
    rule(160, 568, 360),
    text('Date', 380, 570),
    rule(408, 568, 520),
    text('Initials', 440, 60),
    rule(480, 58, 530),
    text('Page 2 of 2', 280, 40, 8),
  ],
];
