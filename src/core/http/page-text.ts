/** Elements whose text nobody reads. */
const unread = /^(?:script|style|svg|template)\b/;
const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * What a response says, on one line: the text of an HTML page with its title, or any other body as it is. A tag that is
 * cut off is left out.
 */
export const pageText = (body: string): string =>
  (/^\s*</.test(body) ? withoutTags(body) : body).replace(/\s+/g, ' ').trim();

function withoutTags(html: string): string {
  let text = '';
  let within: string | null = null;
  for (const part of html.split('<')) {
    const end = part.indexOf('>');
    if (end === -1) continue;
    const name = part.slice(0, Math.min(end, 20)).toLowerCase();
    if (within === null) within = unread.exec(name)?.[0] ?? null;
    else if (name.startsWith(`/${within}`)) within = null;
    if (within === null) text += ` ${part.slice(end + 1)}`;
  }
  return text.replace(/&(?:#(\d{1,6})|([a-z]{2,4}));/g, (whole, code?: string, name?: string) =>
    code === undefined ? (names[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
  );
}
