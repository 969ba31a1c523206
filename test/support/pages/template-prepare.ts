import { servePrepare } from '../../../src/authoring/prepare/page/serve-prepare.js';
import { PrepareSession } from '../../../src/authoring/prepare/page/session.js';
import type { Doubt, PageForm } from '../../../src/authoring/prepare/page/shapes.js';
import { createDocumentEngine } from '../../../src/document/document-engine.js';
import type { PreparedField, PreparedForm } from '../../../src/document/prepare/prepared-field.js';
import { leasePdf } from '../template-of.js';
import { type EditorPage, editorPage } from './template-editor.js';

/** A field of a form in a test, a text on the first page. */
export const preparedField = (more: Partial<PreparedField> = {}): PreparedField => ({
  page: 1,
  type: 'text',
  label: 'Full name',
  role: 'Tenant',
  required: false,
  rect: { x: 0.1, y: 0.2, w: 0.3, h: 0.03 },
  options: null,
  max_length: null,
  comb: false,
  multiline: false,
  group: null,
  option: null,
  key: null,
  ...more,
});

/** A form as the page of `template prepare` holds it, its keys as they were read. */
export const asRead = ({ fields, groups }: PreparedForm): PageForm => ({
  fields: fields.map((field) => ({ ...field, key_from: 'read' })),
  groups,
  right: [],
});

/** The page of `template prepare` over the lease of the demo, with what it wrote. */
export interface OpenPrepare extends EditorPage {
  /** Every form that was written, the last one at the end. */
  readonly written: readonly PreparedForm[];
  /** Resolves when the person is done. */
  readonly done: Promise<void>;
  close(): Promise<void>;
}

interface OpenParts {
  readonly form: PreparedForm;
  readonly problemsOf?: (form: PreparedForm) => readonly Doubt[];
  readonly doubtsOf?: (form: PreparedForm) => readonly Doubt[];
  readonly write?: (form: PreparedForm) => Promise<string | null>;
}

export async function openPrepare({ form, problemsOf, doubtsOf, write }: OpenParts): Promise<OpenPrepare> {
  const engine = createDocumentEngine();
  const pdf = leasePdf();
  const written: PreparedForm[] = [];
  const session = await PrepareSession.open({
    file: 'lease.pdf',
    out: 'lease.prepared.pdf',
    pages: await engine.sizes(pdf),
    form: asRead(form),
    off: () => [],
    keysOf: ({ fields }) =>
      fields.map(({ label }) => (label === '' ? null : `words.${label.toLowerCase().replaceAll(/\W+/g, '_')}`)),
    problemsOf: problemsOf ?? (() => []),
    doubtsOf: doubtsOf ?? (() => []),
    write: async (now) => {
      const problem = (await write?.(now)) ?? null;
      if (problem === null) written.push(now);
      return problem;
    },
  });
  let over = (): void => undefined;
  const done = new Promise<void>((resolve) => (over = resolve));
  const page = await servePrepare({ session, engine, pdf, done: over }, 0);
  return {
    ...editorPage(page.address),
    written,
    done,
    close: async () => {
      await page.close();
      await engine.close();
    },
  };
}
