import { pluralize } from '../../cli/context/counted.js';
import type { Field, Template } from '../../contract/resources/template.js';
import type { ShapeBlocks, Shaped } from '../../contract/shape.js';
import type { Human, View } from '../../core/terminal/output.js';
import { labelOf } from './field-words.js';
import type { TemplateFinding } from './form-findings.js';
import type { Rehearsal, RehearsalStep } from './rehearse.js';
import { addressOf } from './view.js';
import type { Context } from '../../cli/context/context.js';
import type { Client } from '../../client/client.js';
import { filledSource } from './filled-source.js';
import { withDocuments } from './offline.js';
import { colourRoles, drawPage, type PreviewPage } from './preview-drawing.js';
import { placeFor, writePictures } from './preview-files.js';
import { previewOfTemplate } from './preview-source.js';

/** Labels of one recipient that a person is shown. */
const maxLabels = 12;

/** What `template rehearse --json` prints. */
export const rehearsalShape = (s: ShapeBlocks) =>
  s.object({
    template_id: s.text,
    name: s.text,
    ok: s.flag,
    people_read: s.flag,
    recipients: s.list(
      s.object({
        order: s.count,
        role: s.text,
        does: s.text,
        people: s.list(s.object({ id: s.text, heading: s.text, page: s.count })),
        on_the_form: s.flag,
        needed: s.flag,
        asked: s.list(
          s.object({
            field_id: s.text,
            label: s.text,
            address: s.nullable(s.text),
            type: s.text,
            page: s.count,
            required: s.flag,
          }),
        ),
        signs: s.list(s.text),
      }),
    ),
    shared: s.list(s.object({ address: s.text, field_ids: s.list(s.text) })),
    findings: s.list(
      s.object({
        level: s.text,
        code: s.text,
        message: s.text,
        fix: s.text,
        field_ids: s.list(s.text),
      }),
    ),
    pictures: s.list(s.text),
  });

interface Facts {
  readonly template: Template;
  readonly rehearsal: Rehearsal;
  readonly isPeopleRead: boolean;
  readonly isOk: boolean;
  readonly pictures: readonly string[];
}

/** The rehearsal as data. */
export const rehearsalJson = ({
  template,
  rehearsal: { steps, shared, findings },
  isPeopleRead,
  isOk,
  pictures,
}: Facts): Shaped<typeof rehearsalShape> => ({
  template_id: template.id,
  name: template.name,
  ok: isOk,
  people_read: isPeopleRead,
  recipients: steps.map(({ role, does, people, isExtra, isNeeded, asked, signs }, index) => ({
    order: index + 1,
    role,
    does,
    people: people.map(({ id, heading, page }) => ({ id, heading, page })),
    on_the_form: !isExtra,
    needed: isNeeded,
    asked: asked.map((field) => ({
      field_id: field.id,
      label: labelOf(field, template),
      address: addressOf(field.subject, field.data_key),
      type: field.type,
      page: field.page,
      required: isRequired(field, template),
    })),
    signs: signs.map(({ id }) => id),
  })),
  shared: shared.map(({ subject, key, fields }) => ({
    address: addressOf(subject, key) ?? '',
    field_ids: fields.map(({ id }) => id),
  })),
  findings: findings.map(({ level, code, message, fix, fields }) => {
    return { level, code, message, fix, field_ids: fields.map(({ id }) => id) };
  }),
  pictures,
});

const isRequired = ({ required, question_id: id }: Field, { questions }: Template): boolean =>
  id === null ? required : (questions.find((question) => question.id === id)?.min_selected ?? 0) > 0;

/** The rehearsal for a person: the recipients in order, what fields share, and what is wrong with its command. */
export function rehearsalView(facts: Facts): View {
  const { template, rehearsal, pictures } = facts;
  const human: Human = (colour, clean) =>
    [
      colour.bold(clean(template.name)),
      ...rehearsal.steps.flatMap((step, index) => ['', ...stepLines(step, index, template).map(clean)]),
      ...sharedLines(rehearsal, template).map(clean),
      ...rehearsal.findings.flatMap(({ level, message, fix }) => [
        '',
        `${level === 'problem' ? colour.bad('✗') : colour.warn('!')} ${clean(message)}`,
        `    ${clean(fix)}`,
      ]),
      ...(pictures.length === 0 ? [] : ['', `Wrote ${pluralize(pictures.length, 'file')} with sample values.`]),
      '',
      rehearsal.findings.length === 0 && rehearsal.shared.length > 0
        ? 'No problems found, if each value above is meant for all of its fields.'
        : verdictOf(rehearsal.findings),
    ].join('\n');
  return { human, items: 'findings', ids: rehearsal.findings.map(({ code }) => code) };
}

/** `1. Landlord: THE LANDLORD, page 1`, what is asked of them, and how they sign. */
function stepLines(
  { role, does, people, isExtra, isNeeded, asked, fieldCount, signs }: RehearsalStep,
  index: number,
  template: Template,
): readonly string[] {
  const who = people.map(({ heading, page }) => `${heading}, page ${page}`).join('; ');
  const name = isExtra ? `${role}: an extra person, not named on the form` : who === '' ? role : `${role}: ${who}`;
  if (does === 'gets_a_copy') return [`${index + 1}. ${name}`, '   Gets a copy.'];
  const labels = [...new Set(asked.map((field) => labelOf(field, template)))];
  const required = asked.filter((field) => isRequired(field, template)).length;
  const more = labels.length > maxLabels ? `, and ${labels.length - maxLabels} more` : '';
  const marks = counted(signs.map(({ type }) => type.replaceAll('_', ' '))).join(', ');
  return [
    `${index + 1}. ${name}`,
    ...(asked.length === 0
      ? []
      : [
          `   Fills in ${pluralize(fieldCount, 'field')}, ${required} required: ${labels.slice(0, maxLabels).join(', ')}${more}.`,
        ]),
    does === 'signs' ? `   Signs: ${marks}.` : '   Signs nothing.',
    ...(isNeeded ? [] : ['   Can be left out of an envelope.']),
  ];
}

/** `Landlord signs and fills in 6 fields` */
export function stepInWords({ role, does, fieldCount }: RehearsalStep): string {
  if (does === 'gets_a_copy') return `${role} gets a copy`;
  const fills = fieldCount === 0 ? '' : `fills in ${pluralize(fieldCount, 'field')}`;
  const signs = does === 'signs' ? 'signs' : '';
  const acts = [signs, fills].filter((words) => words !== '').join(' and ');
  return `${role} ${acts === '' ? 'does nothing' : acts}`;
}

function sharedLines({ shared }: Rehearsal, template: Template): readonly string[] {
  if (shared.length === 0) return [];
  const lines = shared.map(({ subject, key, fields }) => {
    const takers = fields.map((field) => `“${labelOf(field, template)}” (page ${field.page})`);
    return `  ${addressOf(subject, key) ?? ''}: ${takers.join(', ')}`;
  });
  return ['', 'One value fills several fields:', ...lines];
}

/** `2 problems, 1 warning.` */
export function verdictOf(findings: readonly TemplateFinding[]): string {
  const problems = findings.filter(({ level }) => level === 'problem').length;
  const warnings = findings.length - problems;
  if (findings.length === 0) return 'No problems found.';
  if (problems === 0) return `No problems, ${pluralize(warnings, 'warning')}.`;
  return `${pluralize(problems, 'problem')}, ${pluralize(warnings, 'warning')}.`;
}

/** `signature, initials ×2`. */
function counted(words: readonly string[]): readonly string[] {
  return [...new Set(words)].map((word) => {
    const count = words.filter((each) => each === word).length;
    return count === 1 ? word : `${word} ×${count}`;
  });
}

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
    const source = filledSource(context, engine, await previewOfTemplate(client, templateId));
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
