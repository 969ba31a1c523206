import { expect, it } from 'vitest';
import { newMachine } from '../../support/program.js';
import { shared } from '../../support/shared.js';

const machine = shared(newMachine);

it('suggests envelope one-off for a document given to envelope create, and for nothing else', async () => {
  const ran = await machine.run(['envelope', 'create', 'lease.pdf', '--json']);
  expect([ran.code, ran.error().code]).toEqual([2, 'too_many_arguments']);
  expect(ran.error().hint).toContain('`esign envelope one-off FILE`');
  expect((await machine.run(['envelope', 'create', 'lease', '--json'])).error().hint).not.toContain('one-off');
});

it('shows the example for a missing argument with the arguments that were typed', async () => {
  const hint = async (...words: string[]): Promise<string | null> =>
    (await machine.run([...words, '--json'])).error().hint;
  expect(await hint('template', 'rename', "Ann's lease", '--label', 'Suburb')).toMatch(
    /^Example: esign template rename 'Ann'\\''s lease' 14 --/,
  );
  expect(await hint('template', 'rename')).toMatch(/^Example: esign template rename 6f1f2f0e-\S+ 14 --/);
});
