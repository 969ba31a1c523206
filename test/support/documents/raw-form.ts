/** A one-page PDF whose form has the given fields, each the entries of a dictionary that is its own widget. */
export function rawForm(fields: readonly string[], content = ''): Uint8Array {
  const first = 5;
  const references = fields.map((_, index) => `${first + index} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${references}] >> >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Contents 4 0 R /Annots [${references}] >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...fields.map((entries) => `<< /Type /Annot /Subtype /Widget ${entries} >>`),
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + trailer, 'latin1');
}

/** A form whose fields are known only to a cross-reference stream beside the table, as in a hybrid file. */
export function hybridForm(fields: readonly string[]): Uint8Array {
  const first = 10;
  const references = fields.map((_, index) => `${first + index} 0 R`).join(' ');
  const bodies = fields.map((entries) => `<< /Type /Annot /Subtype /Widget ${entries} >>`);
  const starts = bodies.map((_, index) => bodies.slice(0, index).join(' ').length + (index === 0 ? 0 : 1));
  const head = starts.map((start, index) => `${first + index} ${start}`).join(' ') + ' ';
  const packed = `${head}${bodies.join(' ')}`;
  let file = Buffer.from('%PDF-1.5\n', 'latin1');
  const offsets = new Map<number, number>();
  const add = (number: number, dict: string, stream: Buffer | null = null): void => {
    offsets.set(number, file.length);
    const body =
      stream === null
        ? [dict]
        : [dict.replace('<<', `<< /Length ${stream.length}`), '\nstream\n', stream, '\nendstream'];
    file = Buffer.concat([file, ...[`${number} 0 obj\n`, ...body, '\nendobj\n'].map((part) => Buffer.from(part))]);
  };
  add(1, `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${references}] >> >>`);
  add(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>');
  add(3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Annots [${references}] >>`);
  add(4, `<< /Type /ObjStm /N ${fields.length} /First ${head.length} >>`, Buffer.from(packed, 'latin1'));
  // An entry of the stream: its kind, an offset or the stream that holds the object, and its place there.
  const entry = (kind: number, at: number, place: number): readonly number[] => [kind, at >> 8, at & 0xff, place];
  const listed = Buffer.from([
    ...entry(1, offsets.get(4) ?? 0, 0),
    ...fields.flatMap((_, index) => entry(2, 4, index)),
  ]);
  const index = `[4 1 ${first} ${fields.length}]`;
  add(5, `<< /Type /XRef /Size ${first + fields.length} /W [1 2 1] /Index ${index} /Root 1 0 R >>`, listed);
  const rows = [1, 2, 3].map((number) => `${String(offsets.get(number)).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${first + fields.length} /Root 1 0 R /XRefStm ${offsets.get(5)} >>\n`;
  const table = `xref\n0 4\n0000000000 65535 f \n${rows}${trailer}startxref\n${file.length}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(table, 'latin1')]);
}
