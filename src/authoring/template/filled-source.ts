import type { Context } from '../../cli/context/context.js';
import type { Field, Template } from '../../contract/resources/template.js';
import type { DocumentEngine } from '../../document/document-engine.js';
import type { Mark } from '../../document/render-job.js';
import { formFromTemplate } from '../../domain/rules/from-template.js';
import { drawable, sampleAnswer, type SampleScene, type SampleSigner } from '../../domain/rules/sample-answer.js';
import { sampleDate, sampleValues } from '../../domain/rules/sample-answer.js';
import { isSignature } from './form-findings.js';
import type { PreviewSource } from './preview-source.js';
import { samplePeople } from './sample-people.js';

/** The same pages with a sample value or signature in each field, stamped DRAFT. Its pages throw what rendering throws. */
export function filledSource(
  context: Pick<Context, 'clock'>,
  engine: DocumentEngine,
  source: PreviewSource,
): PreviewSource {
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

function marksOf(template: Template, { boxes }: PreviewSource): readonly Mark[] {
  return samplesOf(template).flatMap((sample, index): readonly Mark[] => {
    const [place] = boxes[index]?.places ?? [];
    const field = template.fields[index];
    if (place === undefined || field === undefined || sample === '' || sample === false) return [];
    if (sample === true) return [{ kind: 'tick', ...place }];
    return [{ kind: isSignature(field) ? 'typed_signature' : 'text', ...place, text: sample }];
  });
}

/**
 * What filled pages show in each field of a template; true for a tick. Fields without a name get a sample too, as if
 * each had one.
 */
export function samplesOf(template: Template): readonly (string | boolean)[] {
  const form = formFromTemplate(template);
  const fields = form.fields.map((field) => ({ ...field, data_key: field.data_key ?? field.question_id ?? field.id }));
  const signers = samplePeople(template.roles.map(({ name }) => name));
  const at = (subject: string | null, key: string): string => JSON.stringify([subject, key]);
  const values = new Map(
    sampleValues({ ...form, fields }).map(({ subject, key, value }) => [at(subject, key), value] as const),
  );
  /** Fields of one address show one text, as in an envelope. */
  const texts = new Map<string, string>();
  return fields.map((field, index) => {
    const placed = template.fields[index];
    if (placed === undefined) return false;
    const { type, role, subject, data_key: key, option_value: option } = field;
    const scene = sceneOf(role, signers);
    const value = values.get(at(subject, key));
    switch (type) {
      case 'initials':
        return initialsOf(scene.signer.name);
      case 'signature':
      case 'signer_name':
        return drawable(scene.signer.name);
      case 'date_signed':
        return sampleDate;
      case 'signer_email':
        return scene.signer.email;
      case 'tickbox':
        return value === true || (Array.isArray(value) && option !== null && value.includes(option));
      default: {
        const known = texts.get(at(subject, key)) ?? String(sampleAnswer({ ...field, ...roomOf(placed) }, scene));
        texts.set(at(subject, key), known);
        return known;
      }
    }
  });
}

const initialsOf = (name: string): string =>
  name
    .split(' ')
    .map((part) => part.charAt(0).toUpperCase())
    .join('');

function sceneOf(role: string, recipients: readonly SampleSigner[]): SampleScene {
  const signer = recipients.find((each) => each.role === role) ?? { role, name: role, email: 'name@example.test' };
  return { signer, recipients, today: sampleDate };
}

const roomOf = ({ rect, cells }: Field) => ({
  rect,
  cells: Array.isArray(cells) ? (cells as readonly unknown[]) : null,
});
