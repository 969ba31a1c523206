import type { Context } from '../cli/context.js';
import type { Client } from '../client/client.js';
import type { Template } from '../contract/resources/template.js';
import type { DocumentEngine } from '../document/document-engine.js';
import type { Mark } from '../document/render-job.js';
import { formFromTemplate } from '../rules/from-template.js';
import { sampleDate, sampleValues } from '../rules/sample-values.js';
import { withDocuments } from './offline.js';
import { colourRoles, drawPage, type PreviewPage } from './preview-drawing.js';
import { placeFor, writePictures } from './preview-files.js';
import { previewOfTemplate, type PreviewSource } from './preview-source.js';

/**
 * Writes a PNG of each page, filled with sample values and signatures and stamped DRAFT, and a legend. Returns the files.
 * Throws FileFailure, and what rendering and downloads throw.
 */
export async function writeRehearsalPictures(
  context: Context,
  { client, templateId, folder, force }: { client: Client; templateId: string; folder: string; force: boolean },
): Promise<readonly string[]> {
  const place = await placeFor(context, { source: templateId, output: folder, format: 'png', force });
  const written = await withDocuments(context, async (engine) => {
    const source = filled(context, engine, await previewOfTemplate(client, templateId));
    const roles = colourRoles(source.boxes);
    const progress = context.output.progress('Filling the pages');
    const pages: PreviewPage[] = [];
    try {
      for (let page = 1; page <= source.pageCount; page += 1) pages.push(await drawPage(engine, source, roles, page));
    } finally {
      progress.stop();
    }
    return await writePictures(context, place, source, pages, roles);
  });
  return written.files;
}

/** The same pages with a sample in each field. */
function filled(context: Context, engine: DocumentEngine, source: PreviewSource): PreviewSource {
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
