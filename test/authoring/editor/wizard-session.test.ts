import { afterAll, beforeAll, expect, it } from 'vitest';
import { editorPage } from '../../support/pages/template-editor.js';
import { leasePdf } from '../../support/template-of.js';
import { type TwoPeople, twoPeople } from '../../support/program/two-people.js';

let two: TwoPeople;
beforeAll(async () => {
  two = await twoPeople();
});
afterAll(() => two.close());

it('opens the page beside the people of a form that is being sent, too', async () => {
  const { id } = await two.template(Buffer.from(leasePdf()));
  const words = ['envelope', 'create', '--template', id, '--interactive'];
  const { terminal, ended } = two.ann.machine.start(words, { terminal: true, columns: 100 });
  const shows = (words: RegExp) => expect.poll(terminal.stderr, { interval: 10, timeout: 10_000 }).toMatch(words);
  await shows(/Who of these people signs\?/);
  terminal.type('\u001b[B\r');
  await shows(/0 of 4 people[\s\S]*next: the envelope/);
  terminal.type('o');
  await shows(/Open http:\S+\n[\s\S]*0 of 4 people/);
  const page = editorPage(/Open (http:\S+)/.exec(terminal.stderr())![1]!);
  expect((await page.visit()).status).toBe(200);
  const [landlord] = (await page.state()).people;
  await page.act('decide', { person: landlord!.id, typed: {}, was: landlord!.now });
  await shows(/1 of 4 people is saved/);
  terminal.type('q');
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([130, expect.stringContaining('No envelope was created. Your decisions are saved.')]);
  await expect(page.state()).rejects.toThrow();
});
