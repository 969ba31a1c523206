import { describe, expect, it } from 'vitest';
import { formBody, type FormView } from '../../../../src/emulator/signing/page/form.js';
import { entriesOf, readEntries } from '../../../../src/emulator/signing/page/boxes.js';
import { draftEnvelope, leaseForm, person } from '../../../support/envelope-form.js';

const view = (parts: Partial<FormView> = {}): string =>
  formBody({
    envelope: draftEnvelope({ status: 'sent', brand_name: 'Acme', title: 'Lease <of> 2026' }),
    form: leaseForm,
    recipient: person({ id: 'tenant', status: 'sent' }),
    action: '/sign/token',
    answers: {},
    signature: '',
    problems: [],
    message: null,
    ...parts,
  }).text;

describe('the signing page', () => {
  it('says what is signed, who asks and who signs', () => {
    expect(view()).toContain('<h1>Lease &lt;of&gt; 2026</h1>');
    expect(view()).toContain('Acme asks you, Thandi Mokoena &lt;tenant@example.com&gt;, to sign as Tenant.');
    expect(view()).toContain('href="/sign/token/documents/1"');
  });

  it('asks once for boxes of one address, and for nothing that others fill or that signing fills', () => {
    expect(view().match(/name="field-name"/g)).toHaveLength(1);
    expect(view()).not.toContain('field-name-again');
    expect(view()).not.toContain('landlord');
    expect(view()).not.toContain('field-signed-on');
  });

  it('has an input for each kind of box', () => {
    expect(view()).toMatch(/<input type="text" id="field-name" name="field-name" value="" required>/);
    expect(view()).toMatch(/<input type="date" id="field-born"/);
    expect(view()).toMatch(/<select id="field-bank"[\s\S]*<option>FNB<\/option>/);
    expect(view()).toMatch(/<input type="checkbox" name="field-pets" value="on">/);
    expect(view()).toMatch(/<textarea id="field-notes"/);
    expect(view()).toMatch(/<input type="radio" name="question-pay" value="pay-eft">/);
    expect(view()).toMatch(/<input type="checkbox" name="question-included" value="inc-water">/);
    expect(view()).toMatch(/Included \(choose 0 to 2\)/);
    expect(view()).toMatch(/<input type="text" class="signature" id="signature" name="signature"[^>]* required>/);
  });

  it('shows what is answered, and does not let go of what the sender locked', () => {
    const answers = {
      name: { value: '"Thandi"', locked: true },
      bank: { value: 'Absa', locked: false },
      'pay-eft': { value: true, locked: true },
    };
    expect(view({ answers })).toContain('value="&quot;Thandi&quot;" required disabled>');
    expect(view({ answers })).toContain('<option selected>Absa</option>');
    expect(view({ answers })).toContain('value="pay-eft" checked disabled>');
  });

  it('says what is wrong on top and at the box', () => {
    const text = view({ problems: [{ field_id: 'name', message: 'Full name is required' }], message: 'No zebras' });
    expect(text.match(/Full name is required/g)).toHaveLength(2);
    expect(text).toContain('No zebras');
  });

  it('asks for no signature where there is no place for one', () => {
    const form = {
      ...leaseForm,
      fields: leaseForm.fields.filter(({ type }) => !['signature', 'initials'].includes(type)),
    };
    expect(view({ form })).not.toContain('name="signature"');
  });
});

describe('a posted form', () => {
  it('says for every box of the role what was filled in, and nothing of locked ones', () => {
    const sent = new URLSearchParams(
      'field-name=Thandi&field-rules=on&question-pay=pay-cash&field-notes=a%0D%0Ab&field-bank=Absa&field-landlord-sign=x',
    );
    const values = readEntries(entriesOf(leaseForm, 'Tenant'), sent, ({ id }) => id === 'bank');
    expect(Object.fromEntries(values)).toEqual({
      name: 'Thandi',
      'name-again': 'Thandi',
      born: '',
      pets: false,
      rules: true,
      notes: 'a\nb',
      'pay-eft': false,
      'pay-cash': true,
      'inc-water': false,
      'inc-power': false,
      'inc-fibre': false,
      title: '',
    });
  });
});
