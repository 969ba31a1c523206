/** A page of a small form: lines of text and boxes, in points from the bottom left. */
export interface FormPage {
  readonly lines?: readonly {
    readonly text: string;
    readonly x?: number;
    readonly y: number;
    readonly size?: number;
  }[];
  readonly boxes?: readonly FormBox[];
  /** Outlines: x, y, width, height; one without a height is a line. */
  readonly rects?: readonly (readonly [number, number, number, number])[];
  readonly rotate?: 0 | 90 | 180 | 270;
  readonly size?: readonly [number, number];
}

interface BoxPlace {
  readonly name: string;
  /** x, y, width, height. */
  readonly at: readonly [number, number, number, number];
  readonly tooltip?: string;
  readonly required?: boolean;
}

type FormBox =
  | (BoxPlace & { readonly kind: 'text'; readonly multiline?: boolean })
  | (BoxPlace & { readonly kind: 'tick' })
  | (BoxPlace & { readonly kind: 'radio'; readonly value: string })
  | (BoxPlace & { readonly kind: 'dropdown'; readonly options: readonly string[] })
  | (BoxPlace & { readonly kind: 'signature' });

/** Writes a fillable PDF by hand, so that what a test uploads depends on no library that the product uses. */
export function formPdf(pages: readonly FormPage[]): Buffer {
  const objects: string[] = [
    '',
    '',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  const add = (text: string): number => objects.push(text);
  const tick = add(
    '<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] /Length 13 >>\nstream\n2 2 m 8 8 l S\nendstream',
  );
  const fields: number[] = [];
  const groups = new Map<string, { readonly id: number; readonly required: boolean; readonly kids: number[] }>();
  const kids: number[] = [];
  for (const page of pages) {
    const [width, height] = page.size ?? [595, 842];
    const drawing = [
      ...(page.rects ?? []).map(([x, y, w, h]) =>
        h === 0 ? `${x} ${y} m ${x + w} ${y} l S` : `${x} ${y} ${w} ${h} re S`,
      ),
      ...(page.lines ?? []).map(
        ({ text, x = 50, y, size = 9 }) => `BT /F1 ${size} Tf ${x} ${y} Td (${escape(text)}) Tj ET`,
      ),
    ].join('\n');
    const content = add(`<< /Length ${Buffer.byteLength(drawing, 'latin1')} >>\nstream\n${drawing}\nendstream`);
    const self = add('');
    const widgets: number[] = [];
    for (const box of page.boxes ?? []) {
      const widget = add('');
      widgets.push(widget);
      const shared = `/Type /Annot /Subtype /Widget /F 4 /P ${self} 0 R /Rect [${corners(box.at)}]`;
      if (box.kind === 'radio') {
        const group = groups.get(box.name) ?? { id: add(''), required: box.required ?? false, kids: [] };
        if (!groups.has(box.name)) fields.push(group.id);
        groups.set(box.name, group);
        group.kids.push(widget);
        const tip = box.tooltip === undefined ? '' : ` /TU (${escape(box.tooltip)})`;
        objects[group.id - 1] =
          `<< /FT /Btn /Ff ${32768 + (group.required ? 2 : 0)} /T (${escape(box.name)})${tip} /Kids [${group.kids.map((id) => `${id} 0 R`).join(' ')}] >>`;
        objects[widget - 1] =
          `<< ${shared} /Parent ${group.id} 0 R /AS /Off /AP << /N << /${box.value} ${tick} 0 R >> >> >>`;
      } else {
        fields.push(widget);
        objects[widget - 1] = `<< ${shared} ${fieldEntries(box, tick)} >>`;
      }
    }
    objects[self - 1] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${page.rotate ?? 0}` +
      ` /Resources << /Font << /F1 3 0 R >> >> /Contents ${content} 0 R /Annots [${widgets.map((id) => `${id} 0 R`).join(' ')}] >>`;
    kids.push(self);
  }
  const form =
    fields.length === 0
      ? ''
      : ` /AcroForm << /Fields [${fields.map((id) => `${id} 0 R`).join(' ')}] /DA (/F1 9 Tf 0 g) /DR << /Font << /F1 3 0 R >> >> >>`;
  objects[0] = `<< /Type /Catalog /Pages 2 0 R${form} >>`;
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] >>`;
  return assemble(objects);
}

/** A document of plain lines, each page from the top down: what text tags are written into. */
export function linesPdf(pages: readonly (readonly string[])[]): Buffer {
  return formPdf(pages.map((lines) => ({ lines: lines.map((text, index) => ({ text, y: 780 - index * 30 })) })));
}

function fieldEntries(box: Exclude<FormBox, { kind: 'radio' }>, tick: number): string {
  const name = `/T (${escape(box.name)})${box.tooltip === undefined ? '' : ` /TU (${escape(box.tooltip)})`}`;
  const flags = (extra: number): string => `/Ff ${extra + (box.required === true ? 2 : 0)}`;
  switch (box.kind) {
    case 'text':
      return `/FT /Tx ${name} ${flags(box.multiline === true ? 4096 : 0)} /DA (/F1 9 Tf 0 g)`;
    case 'tick':
      return `/FT /Btn ${name} ${flags(0)} /AS /Off /AP << /N << /Yes ${tick} 0 R >> >>`;
    case 'dropdown':
      return `/FT /Ch ${name} ${flags(131072)} /DA (/F1 9 Tf 0 g) /Opt [${box.options.map((option) => `(${escape(option)})`).join(' ')}]`;
    case 'signature':
      return `/FT /Sig ${name} ${flags(0)}`;
  }
}

function assemble(objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = text.length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const corners = ([x, y, w, h]: BoxPlace['at']): string => `${x} ${y} ${x + w} ${y + h}`;
const escape = (text: string): string => text.replace(/[\\()]/g, (character) => `\\${character}`);
