import { describe, expect, it } from 'vitest';
import { agreementScene } from '../../support/agreement-scene.js';
import { createEnvelope, createTemplate } from '../../support/agreement.js';
import { linesPdf } from '../../support/form-pdf.js';
import { deadlineWords } from '../../../src/emulator/signing/part-words.js';

const scene = agreementScene();

it.each([
  [
    { done: 'You have filled in your part', task: 'fill in your part', verb: 'fill in', button: 'Submit' },
    '{{Rental;role=Tenant;type=text;key=rental.amount;required=false}}',
  ],
  [
    { done: 'You have agreed to the document', task: 'agree to the document', verb: 'agree to', button: 'Agree' },
    '{{Agreed on;role=Tenant;type=date_signed;required=true}}',
  ],
])('asks for what is to be done without a signature field, and thanks for it: %j', async (words, line) => {
  const pdf = linesPdf([['AGREEMENT', line, '{{Signed;role=Landlord;type=signature;required=true}}']]);
  const template = await createTemplate(scene.organisation.live, pdf);
  const envelope = await createEnvelope(scene.organisation.live, template, { send: true });
  const invitation = (await scene.emulator.mails(`?envelope_id=${envelope.id}&kind=invitation`))[0]!;
  expect(invitation.subject).toMatch(new RegExp(`^Please ${words.verb}: `));
  expect(invitation.text).toContain(` asks you to ${words.verb} "`);
  const link = invitation.link!;
  const page = await (await fetch(link)).text();
  expect(page).toContain(`, to ${words.task} as Tenant.`);
  expect(page).toContain(`>${words.button}</button>`);
  expect(page).toContain(`When you choose ${words.button}, `);
  expect(await (await fetch(link, { method: 'POST', body: new URLSearchParams({ act: 'sign' }) })).text()).toContain(
    `<p>${words.done}.</p>`,
  );
  expect(await (await fetch(link)).text()).toContain(`>${words.done}</h1>`);
});

describe('deadline', () => {
  it.each([
    ['2026-11-22T08:04:31.026Z', 'before 22 November 2026, 10:04 (South African time)'],
    ['2026-11-22T22:30:00.000Z', 'before 23 November 2026, 00:30 (South African time)'],
    ['2026-11-22T21:59:59.999Z', 'before the end of 22 November 2026'],
    ['2026-11-22T22:00:00.000Z', 'before the end of 22 November 2026'],
    ['2026-12-31T22:00:00.000Z', 'before the end of 31 December 2026'],
  ])('a deadline of %s is shown as: %s', (expires, words) => {
    expect(deadlineWords(expires)).toBe(words);
  });
});
