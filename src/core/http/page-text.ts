/** Elements whose text nobody reads. */
const unread = /^(?:script|style|svg|template)\b/;
const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * What a response says, on one line: the text of an HTML page, with a title that is not its heading too, or any other
 * body as it is. A tag that is cut off is left out. PHP writes errors in HTML after whatever was printed before.
 */
export const pageText = (body: string): string =>
  (/^\s*<|<br \/>\n<b>/.test(body) ? withoutTags(body) : body).replace(/\s+/g, ' ').trim();

function withoutTags(html: string): string {
  const texts: string[] = [];
  let within: string | null = null;
  for (const [at, part] of html.split('<').entries()) {
    const end = at === 0 ? -1 : part.indexOf('>');
    if (at > 0 && end === -1) continue;
    const name = part.slice(0, Math.max(0, Math.min(end, 20))).toLowerCase();
    if (within === null) within = unread.exec(name)?.[0] ?? null;
    else if (name.startsWith(`/${within}`)) within = null;
    const text = part.slice(end + 1).trim();
    if (within === null && text !== '' && text !== texts.at(-1)) texts.push(text);
  }
  return texts
    .join(' ')
    .replace(/&(?:#(\d{1,6})|([a-z]{2,4}));/g, (whole, code?: string, name?: string) =>
      code === undefined ? (names[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
    );
}
