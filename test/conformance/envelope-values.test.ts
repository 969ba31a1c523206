import { describe, expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import { createTemplate, landlord, rental, tenant } from '../support/agreement.js';
import { expectRefusal, once } from '../support/emulator.js';
import { formPdf, linesPdf } from '../support/form-pdf.js';
import type { Answer } from '../support/http.js';
import type { Envelope, Refused, Template } from '../support/shapes.js';

const scene = agreementScene({ name: 'Lease of Main Road' });

const create = <T = Envelope>(changes: object = {}): Promise<Answer<T>> =>
  scene.organisation.live<T>(
    'POST /api/v1/envelopes',
    { template_id: scene.template.id, recipients: [tenant, landlord], ...changes },
    once(),
  );
const refused = async (changes: object, status: number, code: string, message?: RegExp | string): Promise<void> =>
  expectRefusal(await create<Refused>(changes), status, code, message);

describe('recipients and roles', () => {
  it('a role the template does not declare is recipient_role_unknown [error.recipient_role_unknown]', async () => {
    await refused(
      { recipients: [tenant, landlord, { ...tenant, role: 'Surety' }] },
      422,
      'recipient_role_unknown',
      'recipients[2].role',
    );
  });

  it('roles are matched by exact name [error.recipient_role_unknown]', async () => {
    for (const role of ['tenant', 'Tenant ', 'TENANT']) {
      await refused(
        { recipients: [{ ...tenant, role }, landlord] },
        422,
        'recipient_role_unknown',
        'recipients[0].role',
      );
    }
  });

  it('a role with fields that has no recipient is recipient_role_missing, and the message names it [error.recipient_role_missing]', async () => {
    await refused({ recipients: [tenant] }, 422, 'recipient_role_missing', /Landlord/);
    await refused({ recipients: [landlord] }, 422, 'recipient_role_missing', /Tenant/);
  });

  it('two recipients who share a role that is not cc are recipient_role_duplicated [error.recipient_role_duplicated]', async () => {
    await refused(
      { recipients: [tenant, landlord, { ...tenant, email: 'other@example.test' }] },
      422,
      'recipient_role_duplicated',
      'recipients[2].role',
    );
  });
});

describe('values', () => {
  const value = (changes: object): object => ({ values: [{ ...rental, ...changes }] });
  const name = { subject: 'tenant', key: 'person.full_name' };

  it('are written by address: subject and data key [create.values, value.item]', async () => {
    expect((await create({ values: [rental, { ...name, value: 'Thandi Mokoena' }] })).status).toBe(201);
  });

  it('one address is written once: a second value for it is invalid_request [value.two-or-odd]', async () => {
    await refused({ values: [rental, { ...rental, value: '1.00' }] }, 400, 'invalid_request', 'values[1]');
  });

  it('a value of a kind that the field cannot hold is invalid_request, locked or not [value.two-or-odd]', async () => {
    await refused(value({ value: ['9500.00', '9600.00'] }), 400, 'invalid_request', 'values[0].value');
    await refused(value({ value: true }), 400, 'invalid_request', 'values[0].value');
  });

  it('a subject that is not declared is value_subject_unknown [error.value_subject_unknown]', async () => {
    await refused(value({ subject: 'stranger' }), 422, 'value_subject_unknown', 'values[0].subject');
  });

  it('an address with no field is value_address_unknown [error.value_address_unknown]', async () => {
    await refused(value({ key: 'rental.amounts' }), 422, 'value_address_unknown', 'values[0]');
  });

  it('the pair is the address: a key under another subject is value_address_unknown [error.value_address_unknown]', async () => {
    await refused(value({ subject: 'tenant' }), 422, 'value_address_unknown');
    await refused({ values: [{ subject: null, key: 'person.full_name', value: 'x' }] }, 422, 'value_address_unknown');
  });

  it('the message names the place of the value [error.message-path]', async () => {
    await refused(
      { values: [rental, { subject: null, key: 'no.such_key', value: 'x' }] },
      422,
      'value_address_unknown',
      'values[1]',
    );
  });

  it('locked on a value for signer_title or signer_company is value_not_lockable [error.value_not_lockable]', async () => {
    for (const key of ['signatory.title', 'signatory.company']) {
      expect((await create({ values: [{ subject: null, key, value: 'Director' }] })).status).toBe(201);
      await refused(
        { values: [{ subject: null, key, value: 'Director', locked: true }] },
        422,
        'value_not_lockable',
        'values[0]',
      );
    }
  });

  it('an address that names only fields a caller may not fill is value_not_writable [error.value_not_writable, create.values-not-writable]', async () => {
    const tags = ['signature', 'date_signed', 'signer_name', 'signer_email'].map(
      (type) => `{{Box ${type};role=Tenant;type=${type};key=own.${type};required=true}}`,
    );
    const own = await createTemplate(scene.organisation.live, linesPdf([tags]), 'Own boxes');
    for (const type of ['signature', 'date_signed', 'signer_name', 'signer_email']) {
      const sent = {
        template_id: own.id,
        recipients: [tenant],
        values: [{ subject: null, key: `own.${type}`, value: 'x' }],
      };
      await refused(sent, 422, 'value_not_writable', 'values[0]');
    }
  });

  it('a locked, required field without an answer is locked_answer_missing [error.locked_answer_missing]', async () => {
    for (const empty of [null, '', '   '])
      await refused(value({ value: empty, locked: true }), 422, 'locked_answer_missing', 'values[0]');
  });

  it('a locked field that is not required may stay empty [error.locked_answer_missing]', async () => {
    const phone = { subject: 'tenant', key: 'contact.phone', value: null, locked: true };
    expect((await create({ values: [phone] })).status).toBe(201);
  });

  it('a locked answer that the field rejects is locked_answer_unusable [error.locked_answer_unusable, value.locked-unfit]', async () => {
    const date = { subject: null, key: 'occupation.start_date', locked: true };
    await refused({ values: [{ ...date, value: 'next month' }] }, 422, 'locked_answer_unusable', 'values[0]');
    expect((await create({ values: [{ ...date, value: '2026-04-01' }] })).status).toBe(201);
  });

  it('a locked answer outside the options of a dropdown is locked_answer_unusable [error.locked_answer_unusable]', async () => {
    const form = formPdf([
      {
        boxes: [
          { kind: 'dropdown', name: 'bank', tooltip: 'Bank', options: ['Absa', 'Nedbank'], at: [50, 600, 100, 20] },
        ],
      },
    ]);
    const made = await createTemplate(scene.organisation.live, form, 'Bank');
    const field = made.fields[0]!;
    const read = await scene.organisation.live<Template>(`GET /api/v1/templates/${made.id}`);
    const renamed = await scene.organisation.live(
      `PATCH /api/v1/templates/${made.id}/fields/${field.id}`,
      { data_key: 'payment.bank' },
      { 'If-Match': read.headers['etag'] ?? '' },
    );
    expect(renamed.status).toBe(200);
    const sent = (bank: string): object => ({
      template_id: made.id,
      recipients: [{ ...tenant, role: field.role }],
      values: [{ subject: null, key: 'payment.bank', value: bank, locked: true }],
    });
    expect((await create(sent('Nedbank'))).status).toBe(201);
    await refused(sent('Barclays'), 422, 'locked_answer_unusable', 'values[0]');
  });

  it('nothing is created by a refused request [create.body]', async () => {
    const before = (await scene.emulator.mails()).length;
    await refused({ send: true, values: [{ ...rental, key: 'no.such_key' }] }, 422, 'value_address_unknown');
    await scene.emulator.settle();
    expect((await scene.emulator.mails()).length).toBe(before);
  });
});

describe('what cannot be drawn', () => {
  it.each<[string, object]>([
    ['title', { title: 'Lease \u{1F3E0}' }],
    ['recipients[0].name', { recipients: [{ ...tenant, name: 'Thandi \u4e2d\u6587' }, landlord] }],
    ['values[0].value', { values: [{ ...rental, value: 'R 9500 \u{1F4B0}' }] }],
    ['title', { title: 'Lease\u0007' }],
  ])(
    'a string in %s with a character the sealer cannot draw is cannot_be_drawn [error.cannot_be_drawn, drawn.where]',
    async (path, changes) => {
      await refused(changes, 422, 'cannot_be_drawn', path);
    },
  );

  it('letters of South African languages can be drawn [error.cannot_be_drawn]', async () => {
    const names = ['Tshifhiwa Ṱhoho ḓḽṋṱṅ', 'Renée Çelik-Šimůnek', 'ǀXam ǁkhau ǂhaba ǃkung'];
    for (const name of names) expect((await create({ recipients: [{ ...tenant, name }, landlord] })).status).toBe(201);
  });
});
