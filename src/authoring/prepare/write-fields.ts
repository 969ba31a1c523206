import { Document, isMap, isSeq } from 'yaml';
import { escapeHiddenPoints } from '../../core/platform/visible-text.js';
import type { PreparedField, PreparedForm } from '../../document/prepare/prepared-field.js';

const head = ` The fields of a document, for \`esign template prepare FILE --fields\`.
 rect: fractions of the page from the top left. Instead of rect, mm: { x, y, w, h } takes millimetres.
 more: the further lines of a text, each { x, y, w, h } as its first one.
 type: text, date, dropdown, tickbox, signature, initials, date_signed, signer_name, signer_email, signer_title,
 signer_company. role: who fills it in. max_length: programs that fill in the PDF keep to it; the service may not.`;

/**
 * A form as a file of fields, which `readFieldsFile` reads: one line a field; what goes without saying is left out. Words
 * that YAML 1.1 takes for something else, such as No, are quoted.
 */
export function writeFields({ fields, groups }: PreparedForm): string {
  const content = { ...(groups.length === 0 ? {} : { groups }), fields: fields.map(stated) };
  const document = new Document(content, { compat: 'yaml-1.1' });
  document.commentBefore = head;
  for (const entry of isMap(document.contents) ? document.contents.items : []) {
    for (const item of isSeq(entry.value) ? entry.value.items : []) if (isMap(item)) item.flow = true;
  }
  return escapeHiddenPoints(document.toString({ lineWidth: 0 }));
}

function stated({ page, type, label, role, required, rect, ...rest }: PreparedField): object {
  const more = Object.entries(rest).filter(([, value]) => value !== null && value !== false);
  return { page, type, label, ...(role === null ? {} : { role }), required, rect, ...Object.fromEntries(more) };
}
