import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTemplate, tenant } from '../support/agreement.js';
import { expectRefusal, minute, once, startTestEmulator, type TestOrganisation } from '../support/emulator.js';
import { formPdf } from '../support/form-pdf.js';
import type { Answer } from '../support/http.js';
import type { Envelope, NamingRun, Refused, Template } from '../support/shapes.js';
import { shared } from '../support/shared.js';

/** One answer is required of the first question; the second one is a group of ticks that may all stay empty. */
const form = (): Buffer =>
  formPdf([
    {
      lines: [
        { text: 'PAYMENT', y: 700, size: 14 },
        { text: 'Method of payment', y: 660 },
        { text: 'eft', x: 70, y: 640 },
        { text: 'cash', x: 170, y: 640 },
      ],
      boxes: [
        {
          kind: 'radio',
          name: 'payment_method',
          tooltip: 'Method of payment',
          value: 'eft',
          at: [50, 638, 12, 12],
          required: true,
        },
        { kind: 'radio', name: 'payment_method', value: 'cash', at: [150, 638, 12, 12] },
        { kind: 'tick', name: 'house_rules', tooltip: 'House rules received', at: [50, 580, 12, 12] },
      ],
    },
  ]);

const emulator = shared(startTestEmulator);
let organisation: TestOrganisation;
let template: Template;
let key: string;
beforeAll(async () => {
  organisation = await emulator.organisation();
  const { id } = await createTemplate(organisation.live, form(), 'Payment');
  const run = await organisation.live<NamingRun>(`POST /api/v1/templates/${id}/naming-runs`, {});
  const line = `POST /api/v1/templates/${id}/naming-runs/${run.body.id}/accept-current`;
  template = (await organisation.live<Template>(line, { accept: 'all' })).body;
  key = template.fields.find(({ question_id }) => question_id !== null)!.data_key!;
});
beforeEach(() => emulator.advance(minute));

const create = <T = Envelope>(value: unknown, locked = true): Promise<Answer<T>> => {
  const body = {
    template_id: template.id,
    recipients: [{ ...tenant, role: template.fields[0]!.role }],
    values: [{ subject: null, key, value, locked }],
  };
  return organisation.live<T>('POST /api/v1/envelopes', body, once());
};

describe('a question [template.questions]', () => {
  it('has one address for all of its fields, given by a naming run [field.question]', () => {
    const boxes = template.fields.filter(({ question_id }) => question_id !== null);
    expect(boxes.map(({ data_key }) => data_key)).toEqual([key, key]);
  });

  it('is answered by the name of an option [template.question-item]', async () => {
    expect((await create('cash')).status).toBe(201);
    expect((await create(['eft'])).status).toBe(201);
  });

  it('answered more times than its maximum is locked_answer_unusable [error.locked_answer_unusable]', async () => {
    expectRefusal(await create<Refused>(['eft', 'cash']), 422, 'locked_answer_unusable', 'values[0]');
  });

  it('whose minimum cannot be met is locked_answer_missing [error.locked_answer_missing]', async () => {
    for (const empty of [null, '', []]) {
      expectRefusal(await create<Refused>(empty), 422, 'locked_answer_missing', 'values[0]');
    }
  });

  it('answered with an option it does not have is locked_answer_unusable [error.locked_answer_unusable]', async () => {
    expectRefusal(await create<Refused>('barter'), 422, 'locked_answer_unusable', 'values[0]');
  });

  it('that is not locked may be left to the signer [value.unlocked-unfit]', async () => {
    expect((await create(null, false)).status).toBe(201);
  });

  it('a signer cannot answer a required one with nothing', async () => {
    const { body } = await create(null, false);
    await organisation.live(`POST /api/v1/envelopes/${body.id}/send`, {}, once());
    const role = body.recipients[0]!.role;
    const act = `POST /_emulator/envelopes/${body.id}/recipients/${role}/sign`;
    await expect(emulator.control(act, { fill: false })).rejects.toThrow(/invalid_request/);
    const values = [{ subject: null, key, value: 'cash' }];
    expect((await emulator.control<Envelope>(act, { fill: false, values })).status).toBe('completed');
  });
});
