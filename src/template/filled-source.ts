import type { Context } from '../cli/context.js';
import type { Template } from '../contract/resources/template.js';
import type { DocumentEngine } from '../document/document-engine.js';
import type { Mark } from '../document/render-job.js';
import { formFromTemplate } from '../rules/from-template.js';
import { sampleDate, sampleValues } from '../rules/sample-values.js';
import type { PreviewSource } from './preview-source.js';

/** The same pages with a sample value or signature in each field, stamped DRAFT. Its pages throw what rendering throws. */
export function filledSource(context: Context, engine: DocumentEngine, source: PreviewSource): PreviewSource {
  const template = source.template?.body;
  if (template === undefined) return source;
  const marks = marksOf(template, source);
  return {
    ...source,
    isFilled: true,
    pdfOf: async (page) =>
      engine.draft({
        pdf: await source.pdfOf(page),
        title: template.name,
        marks: marks.filter((mark) => mark.page === page).map((mark) => ({ ...mark, page: 1 })),
        state: null,
        outstanding: [],
        acted: [],
        as_of: new Date(context.clock.now()).toISOString(),
      }),
  };
}

/** Fields without a name get a sample too, as if each had one. */
function marksOf(template: Template, { boxes }: PreviewSource): readonly Mark[] {
  const form = formFromTemplate(template);
  const fields = form.fields.map((field) => ({ ...field, data_key: field.data_key ?? field.question_id ?? field.id }));
  const at = (subject: string | null, key: string): string => JSON.stringify([subject, key]);
  const values = new Map(
    sampleValues({ ...form, fields }).map(({ subject, key, value }) => [at(subject, key), value] as const),
  );
  return fields.flatMap((field, index): readonly Mark[] => {
    const [place] = boxes[index]?.places ?? [];
    if (place === undefined) return [];
    const { type, role, subject, data_key: key, option_value: option } = field;
    const text = (words: string): readonly Mark[] => [{ kind: 'text', ...place, text: drawable(words) }];
    const value = values.get(at(subject, key));
    switch (type) {
      case 'signature':
      case 'initials':
        return [{ kind: 'typed_signature', ...place, text: drawable(role) }];
      case 'date_signed':
        return text(sampleDate);
      case 'signer_name':
        return text(role);
      case 'signer_email':
        return text('name@example.test');
      case 'tickbox':
        return value === true || (Array.isArray(value) && option !== null && value.includes(option))
          ? [{ kind: 'tick', ...place }]
          : [];
      default:
        return typeof value === 'string' ? text(value) : [];
    }
  });
}

/** Words of the form can have characters that the font lacks: an answer with one would be refused. */
const drawable = (text: string): string => text.replace(/[^\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff]/gu, '?');
