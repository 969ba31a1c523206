import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readPdf } from '../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../src/document/engine/pdfium.js';
import { decidePerson, readDecision } from '../../src/emulator/domain/people-decision.js';
import { buildTemplate } from '../../src/emulator/domain/template-from-documents.js';
import type { TemplateField, TemplatePerson, TemplateState } from '../../src/emulator/domain/template.js';
import { linesPdf } from './form-pdf.js';

/** The form that the demo ships. */
export const leasePdf = (): Uint8Array =>
  readFileSync(fileURLToPath(new URL('../../src/demo/lease.pdf', import.meta.url)));

/** Ids that are told apart by their number. */
export function countedIds(): () => string {
  let count = 0;
  return () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;
}

/** The template that real files make, read by the real engine. */
export async function templateOf(...files: readonly Uint8Array[]): Promise<TemplateState> {
  const pdfium = await loadPdfium();
  const newId = countedIds();
  return buildTemplate({
    id: newId(),
    organisation_id: newId(),
    name: 'Lease',
    created_at: '2026-03-02T08:00:00.000Z',
    documents: files.map((file) => ({ id: newId(), read: readPdf(pdfium, file) })),
    newId,
  });
}

/** A template of one page of text tags. */
export const taggedTemplate = (...tags: readonly string[]): Promise<TemplateState> =>
  templateOf(linesPdf([tags.map((tag) => `{{${tag}}}`)]));

export function field(template: TemplateState, name: string): TemplateField {
  const found = template.fields.find(({ context, label }) => context.widget_name === name || label === name);
  if (found === undefined) throw new Error(`no field ${name}`);
  return found;
}

export function person(template: TemplateState, word: string): TemplatePerson {
  const found = template.people.find(({ heading, proposed }) =>
    new RegExp(word, 'i').test(`${heading} ${proposed.role_name}`),
  );
  if (found === undefined) throw new Error(`nobody is called ${word}`);
  return found;
}

/** Decides about a person as the body of a PUT would. */
export function decide(
  template: TemplateState,
  word: string,
  body: Partial<Parameters<typeof readDecision>[2]> & Pick<Parameters<typeof readDecision>[2], 'decision'>,
): TemplateState {
  const who = person(template, word);
  return decidePerson(template, who, readDecision(template, who, { filled_by: 'current', ...body }));
}

export const roleNames = (template: TemplateState): readonly string[] => template.roles.map(({ name }) => name);
export const subjectKeys = (template: TemplateState): readonly string[] => template.subjects.map(({ key }) => key);
