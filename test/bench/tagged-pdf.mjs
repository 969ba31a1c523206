// A PDF of text tags, one a line, written by hand: as many fields as a case of growth asks for.
const linesOnPage = 40;

/** `tags` are the lines; 40 of them stand on a page. */
export function taggedPdf(tags) {
  const pages = Array.from({ length: Math.ceil(tags.length / linesOnPage) }, (_, page) =>
    tags.slice(page * linesOnPage, (page + 1) * linesOnPage),
  );
  const kids = pages.map((_, page) => `${4 + page * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, page) => {
      const text = lines.map((line, at) => `BT /F1 6 Tf 40 ${800 - at * 19} Td (${line}) Tj ET`).join('\n');
      const resources = '/Resources << /Font << /F1 3 0 R >> >>';
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources} /Contents ${5 + page * 2} 0 R >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${at} 00000 n \n`).join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
