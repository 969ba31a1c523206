import { describe, expect, it } from 'vitest';
import { PrepareSession } from '../../../../src/authoring/prepare/page/session.js';
import type { PreparedForm } from '../../../../src/document/prepare/prepared-field.js';
import type { PageForm } from '../../../../src/authoring/prepare/page/shapes.js';
import { asRead, preparedField } from '../../../support/pages/template-prepare.js';

const form = (label: string): PageForm => asRead({ fields: [preparedField({ label })], groups: [] });

async function session(write: (form: PreparedForm) => Promise<string | null> = async () => null) {
  const written: PreparedForm[] = [];
  const held = await PrepareSession.open({
    file: 'lease.pdf',
    out: 'lease.prepared.pdf',
    pages: [{ width: 600, height: 800 }],
    form: form('read'),
    off: () => [],
    keysOf: ({ fields }) => fields.map(({ label }) => `words.${label}`),
    problemsOf: ({ fields }) => (fields[0]?.label === '' ? [{ field: 0, page: 1, words: 'It has no label.' }] : []),
    doubtsOf: () => [],
    write: async (now) => {
      const problem = await write(now);
      if (problem === null) written.push(now);
      return problem;
    },
  });
  return { held, written, labels: () => written.map(({ fields }) => fields[0]?.label) };
}

describe('a form while it is drawn', () => {
  it('writes what was read at the start, and each change after it', async () => {
    const { held, labels } = await session();
    expect(labels()).toEqual(['read']);
    const { version } = held.state();
    expect(await held.save({ version, form: form('drawn') })).toMatchObject({ version: version + 1, problems: [] });
    expect(labels()).toEqual(['read', 'drawn']);
    expect(held.state().form).toEqual(form('drawn'));
    expect(held.state().samples).toHaveLength(1);
  });

  it('keeps a form that cannot be written, and says why', async () => {
    const { held, labels } = await session();
    const saved = await held.save({ version: 1, form: form('') });
    expect(saved).toMatchObject({ version: 2, problems: [{ field: 0, words: 'It has no label.' }] });
    expect(labels()).toEqual(['read']);
    expect(held.state().form).toEqual(form(''));
    expect(held.problems).toHaveLength(1);
    expect(await held.save({ version: 2, form: form('again') })).toMatchObject({ problems: [] });
    expect(held.problems).toEqual([]);
  });

  it('says why the file could not be written', async () => {
    const { held } = await session(async ({ fields }) => (fields[0]?.label === 'read' ? null : 'The disk is full.'));
    expect(await held.save({ version: 1, form: form('drawn') })).toMatchObject({
      problems: [{ field: null, page: null, words: 'The disk is full.' }],
    });
  });

  it('writes the key that the words make, and keeps what somebody found right', async () => {
    const { held, written } = await session();
    const [field] = form('drawn').fields;
    const right = [{ field: 0, words: 'It is small.' }];
    const drawn = { ...form('drawn'), fields: [{ ...field!, key_from: 'words' as const }], right };
    expect(await held.save({ version: 1, form: drawn })).toMatchObject({ keys: ['words.drawn'] });
    expect(written.at(-1)).toEqual({ fields: [preparedField({ label: 'drawn', key: 'words.drawn' })], groups: [] });
    expect(held.state().form).toMatchObject({ fields: [{ key: 'words.drawn', key_from: 'words' }], right });
  });

  it('does not let one tab overwrite what another one drew', async () => {
    const { held, labels } = await session();
    const [one, other] = await Promise.all([
      held.save({ version: 1, form: form('one') }),
      held.save({ version: 1, form: form('other') }),
    ]);
    expect([one, other]).toMatchObject([{ version: 2 }, { stale: true }]);
    expect(labels()).toEqual(['read', 'one']);
  });
});
