/** A PDF of blank pages; width and height are in points. */
export function blankDocument(
  pages: number,
  { width, height }: { readonly width: number; readonly height: number },
): Buffer {
  const kids = Array.from({ length: pages }, (_, at) => `${at + 3} 0 R`).join(' ');
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << >> >>`;
  const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
  return pdfOf([catalog, `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`, ...Array(pages).fill(page)]);
}

/** A PDF of these objects, numbered from 1; the first one is its catalog. */
export function pdfOf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const start = text.length;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\n`;
  return Buffer.from(`${text}startxref\n${start}\n%%EOF\n`, 'latin1');
}
