import { createHash } from 'node:crypto';
import { visibleLine } from '../../core/platform/visible-text.js';
import { colourOf, type PreviewPage, type RoleColour } from './preview-drawing.js';
import type { PreviewBox, PreviewSource } from './preview-source.js';
import { count } from './view.js';

const unassigned = 'nobody yet';

/**
 * The pages with their boxes as one HTML file that asks the network for nothing: pictures and styles are inside, and
 * there is no script. Whatever comes from the document is escaped.
 */
export function previewHtml(
  { title, pageCount, boxes, suggested }: Pick<PreviewSource, 'title' | 'pageCount' | 'boxes' | 'suggested'>,
  pages: readonly PreviewPage[],
  roles: readonly RoleColour[],
): string {
  const styles = `${sheet}${roles.map(({ colour }, index) => `.r${index}{background:${colour}}`).join('')}`;
  const hash = createHash('sha256').update(styles).digest('base64');
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const key = roles.map(
    ({ role }, index) =>
      `<li><span class="plate r${index}"></span>${escape(role ?? unassigned)} <small>${count(countOf(boxes, role), 'box').replace('boxs', 'boxes')}</small></li>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}: preview</title><style>${styles}</style></head>
<body><header><h1>${escape(title)}</h1>
<p>${count(pageCount, 'page')}, ${count(boxes.length, 'field')}.${suggested ? ' Roles and addresses are suggestions: nothing has been uploaded.' : ''}</p>
<ul class="key">${key.join('')}</ul></header>
<main>${pages.map((page) => section(page, roles)).join('\n')}</main></body></html>
`;
}

const countOf = (boxes: readonly PreviewBox[], role: string | null): number =>
  boxes.filter((box) => box.role === role).length;

function section({ page, png, width, height, boxes }: PreviewPage, roles: readonly RoleColour[]): string {
  const picture = Buffer.from(png).toString('base64');
  const links = boxes.flatMap((box) =>
    box.places
      .filter((place) => place.page === page)
      .map(({ rect: { x, y, w, h } }) => {
        const at = [x * width, y * height, w * width, h * height].map((part) => part.toFixed(1));
        return (
          `<a href="#f${box.number}p${page}"><rect x="${at[0]}" y="${at[1]}" width="${at[2]}" height="${at[3]}">` +
          `<title>${escape(inWords(box))}</title></rect></a>`
        );
      }),
  );
  return `<section aria-labelledby="page-${page}"><h2 id="page-${page}">Page ${page}</h2><div class="both">
<svg class="page" viewBox="0 0 ${width} ${height}" role="group" aria-label="Page ${page} and its fields">
<image href="data:image/png;base64,${picture}" width="${width}" height="${height}"/>${links.join('')}</svg>
${boxes.length === 0 ? '<p class="none">No fields on this page.</p>' : legend(page, boxes, roles)}</div></section>`;
}

function legend(page: number, boxes: readonly PreviewBox[], roles: readonly RoleColour[]): string {
  const rows = boxes.map(({ number, role, address, label, type }) => {
    const index = roles.findIndex((each) => each.colour === colourOf(roles, role));
    const cells = [
      `<td><span class="plate r${index}">${number}</span></td>`,
      `<td>${escape(label ?? '')}<br><code>${breakable(address ?? 'no address')}</code></td>`,
      `<td>${escape(type)}</td><td>${escape(role ?? unassigned)}</td>`,
    ];
    return `<tr id="f${number}p${page}">${cells.join('')}</tr>`;
  });
  return `<table><thead><tr><th>No</th><th>Label and address</th><th>Type</th><th>Role</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}

const inWords = ({ number, label, address, type, role }: PreviewBox): string =>
  [`${number}`, label, address, type, role ?? unassigned].filter((part) => part !== null).join(' · ');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string =>
  visibleLine(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** A long address may break after its dots. */
const breakable = (address: string): string => escape(address).replaceAll('.', '.<wbr>');

const sheet = `
*{box-sizing:border-box}body{margin:0;font:15px/1.45 system-ui,sans-serif;color:#0f172a;background:#eef1f5}
header,section{max-width:1500px;margin:0 auto;padding:16px 24px}h1{font-size:22px;margin:8px 0 2px;overflow-wrap:anywhere}
h2{font-size:15px;margin:0 0 8px;color:#475569}header p{margin:0 0 8px;color:#475569}
.key{list-style:none;display:flex;flex-wrap:wrap;gap:6px 20px;margin:0;padding:0}.key small{color:#475569}
.plate{display:inline-block;min-width:26px;min-height:18px;padding:0 6px;margin-right:6px;border-radius:3px;color:#fff;
font:600 12px/18px system-ui,sans-serif;text-align:center;vertical-align:middle}
.both{display:grid;grid-template-columns:minmax(0,1fr) minmax(360px,32%);gap:20px;align-items:start}
svg.page{display:block;width:100%;height:auto;background:#fff;box-shadow:0 1px 4px #0004}
svg rect{fill:transparent}svg a:hover rect,svg a:focus rect{fill:#fde04759;stroke:#0f172a;stroke-width:3}
table{width:100%;border-collapse:collapse;background:#fff;box-shadow:0 1px 4px #0002;font-size:13px}
th{text-align:left;color:#475569;font-weight:600}th,td{padding:5px 8px;border-bottom:1px solid #e2e8f0;vertical-align:top;
overflow-wrap:anywhere}td:nth-child(1){width:1px;white-space:nowrap}td:nth-child(3),td:nth-child(4){overflow-wrap:normal}
code{font:12px ui-monospace,monospace;color:#334155}tr:target{background:#fef08a}tr:target td{border-color:#ca8a04}
.none{color:#475569}
@media(max-width:900px){.both{grid-template-columns:1fr}header,section{padding:12px}}
@media print{body{background:#fff}section{break-after:page}.both{grid-template-columns:1fr}}
`;
