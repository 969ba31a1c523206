import { Document, isMap, isSeq } from 'yaml';
import { escapeHiddenPoints } from '../../core/platform/visible-text.js';
import type { PreparedField, PreparedForm } from '../../document/prepare/prepared-field.js';

const head = ` The fields of a document, for \`esign template prepare FILE --fields\`.
 rect: fractions of the page from the top left. Instead of rect, mm: { x, y, w, h } takes millimetres.
 type: text, date, dropdown, tickbox, signature, initials, date_signed, signer_name, signer_email, signer_title,
 signer_company. role: who fills it in.`;

/** A form as a file of fields, which `readFieldsFile` reads; what goes without saying is left out. */
export function writeFields({ fields, groups }: PreparedForm): string {
  const document = new Document({ ...(groups.length === 0 ? {} : { groups }), fields: fields.map(stated) });
  document.commentBefore = head;
  for (const entry of isMap(document.contents) ? document.contents.items : []) {
    if (!isSeq(entry.value)) continue;
    for (const item of entry.value.items) {
      if (!isMap(item)) continue;
      for (const { value } of item.items) if (isMap(value) || isSeq(value)) value.flow = true;
    }
  }
  return escapeHiddenPoints(document.toString({ lineWidth: 0 }));
}

function stated({ page, type, label, role, required, rect, ...rest }: PreparedField): object {
  const more = Object.entries(rest).filter(([, value]) => value !== null && value !== false);
  return { page, type, label, ...(role === null ? {} : { role }), required, rect, ...Object.fromEntries(more) };
}
