import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PreparedForm } from '../../../src/document/prepare/prepared-field.js';
import { preparedForm } from '../../../src/document/prepare/prepared-form.js';
import { problemsOf } from '../../../src/document/prepare/problems.js';
import { sharedEngine } from '../../support/documents/document-engine.js';

const engine = sharedEngine();
const forms = ['forms', 'flat-forms'].flatMap((folder) =>
  readdirSync(join('test/fixtures', folder)).flatMap((name) =>
    name.endsWith('.pdf') ? [join('test/fixtures', folder, name)] : [],
  ),
);

const inOrder = ({ fields, groups }: PreparedForm): PreparedForm => ({
  fields: fields.toSorted((a, b) => a.page - b.page || a.rect.y - b.rect.y || a.rect.x - b.rect.x),
  groups: groups.toSorted((a, b) => a.name.localeCompare(b.name)),
});

test.each(forms)('what was read of %s is written and read again as it was', { timeout: 60_000 }, async (file) => {
  const first = await engine.read({ filename: file, bytes: readFileSync(file) });
  const form = preparedForm(first);
  expect(problemsOf(form, first.pages)).toEqual([]);
  const bytes = await engine.prepare({ pdf: first.pdf, form });
  const again = await engine.read({ filename: file, bytes });
  expect(inOrder(preparedForm(again))).toEqual(inOrder(form));
});
