import { expect, test } from 'vitest';
import { preparedForm } from '../../../src/document/prepare/prepared-form.js';
import type { PreparedForm } from '../../../src/document/prepare/prepared-field.js';
import { sharedEngine } from '../../support/documents/document-engine.js';
import { drawnForm } from '../../support/documents/drawn-forms.js';

const engine = sharedEngine();

/** In an order that hangs on nothing but what each is. */
const inOrder = ({ fields, groups }: PreparedForm): PreparedForm => ({
  fields: fields.toSorted((a, b) => a.page - b.page || a.rect.y - b.rect.y || a.rect.x - b.rect.x),
  groups: groups.toSorted((a, b) => a.name.localeCompare(b.name)),
});

test.each(Array.from({ length: 20 }, (_, index) => index * 10))(
  'ten made forms from seed %i on are read again exactly as they were drawn',
  { timeout: 60_000 },
  async (first) => {
    for (let seed = first; seed < first + 10; seed++) {
      const { pdf, form } = drawnForm(seed);
      const bytes = await engine.prepare({ pdf, form });
      const read = await engine.read({ filename: 'prepared.pdf', bytes });
      expect(inOrder(preparedForm(read)), `seed ${seed}`).toEqual(inOrder(form));
    }
  },
);
