import { describe, expect, it } from 'vitest';
import { formBody, type FormView } from '../../../../src/emulator/signing/page/form.js';
import { entriesOf, readEntries } from '../../../../src/emulator/signing/page/boxes.js';
import { noOtherWay } from '../../../../src/emulator/signing/page/inputs.js';
import { box, draftEnvelope, leaseForm, person } from '../../../support/envelope-form.js';

const typed = { text: '', way: 'typed', image: '' } as const;
const parts: FormView = {
  envelope: draftEnvelope({ status: 'sent', brand_name: 'Acme', title: 'Lease <of> 2026' }),
  form: leaseForm,
  recipient: person({ id: 'tenant', status: 'sent' }),
  action: '/sign/token',
  now: '2026-03-02T22:30:00.000Z',
  sizes: new Map([
    [1, [1, 2].map((page) => ({ page, width: 595, height: 842, rotation: 0 as const, text_turns: 0 as const }))],
  ]),
  answers: {},
  marks: { signature: typed, initials: typed },
  otherWays: noOtherWay,
  problems: [],
  message: null,
};
const view = (changes: Partial<FormView> = {}): string => formBody({ ...parts, ...changes }).body.text;
/** The markup of one entry of the form. */
const entry = (name: string, changes: Partial<FormView> = {}): string =>
  new RegExp(`<li class="entry" id="entry-${name}"[\\s\\S]*?</li>`).exec(view(changes))?.[0] ?? '';
/** The box that lies over a page for a field. */
const boxAt = (id: string, changes: Partial<FormView> = {}): string =>
  new RegExp(`<(a|span) class="box[^>]*id="at-${id}"[\\s\\S]*?</\\1>`).exec(view(changes))?.[0] ?? '';

describe('the signing page', () => {
  it('says what is signed, who asks and who signs', () => {
    expect(view()).toContain('<h1>Lease &lt;of&gt; 2026</h1>');
    expect(view()).toContain('Acme asks you, Thandi Mokoena &lt;tenant@example.com&gt;, to sign as Tenant.');
    expect(view()).toContain('href="/sign/token/documents/1"');
  });

  it('asks once for fields of one address, and not for what others or signing itself fill', () => {
    expect(view().match(/name="field-name"/g)).toHaveLength(1);
    expect(view()).not.toContain('field-name-again');
    expect(view()).not.toContain('field-landlord');
    expect(view()).not.toContain('field-signed-on');
  });

  it('has an input for each type of field', () => {
    expect(view()).toMatch(/<input type="text" id="field-name" name="field-name" value="" required>/);
    expect(view()).toMatch(/<input type="date" id="field-born"/);
    expect(view()).toMatch(/<select id="field-bank"[\s\S]*<option value="FNB">FNB<\/option>/);
    expect(view()).toMatch(/<input type="checkbox" id="field-pets" name="field-pets" value="on">/);
    expect(view()).toMatch(/<textarea id="field-notes"/);
    expect(view()).toMatch(/<input type="radio" name="question-pay" value="pay-eft">/);
    expect(view()).toMatch(/<input type="checkbox" name="question-included" value="inc-water">/);
    expect(view()).toContain('Choose up to 2.');
    expect(view()).toMatch(/<input type="text" class="hand" id="signature" name="signature"/);
    expect(view()).toMatch(/<input type="text" class="hand" id="initials" name="initials"/);
  });

  it('offers what the form says beside each option, and its value where the form says nothing of its own', () => {
    expect(entry('question-pay')).toContain('<span>pay-eft</span>');
    const same = leaseForm.fields.map((field) => (field.question_id === null ? field : { ...field, label: 'Payment' }));
    expect(entry('question-pay', { form: { ...leaseForm, fields: same } })).toContain('<span>eft</span>');
  });

  it('marks what is optional, and the place of each field', () => {
    expect(entry('field-born')).toContain('optional');
    expect(entry('field-name')).not.toContain('optional');
    expect(entry('field-name')).toContain('Page 1, in 2 places');
  });

  it('shows existing answers, and disables what the sender locked', () => {
    const answers = {
      name: { value: '"Thandi"', locked: true },
      bank: { value: 'Absa', locked: false },
      'pay-eft': { value: true, locked: true },
    };
    expect(view({ answers })).toContain('value="&quot;Thandi&quot;" required disabled>');
    expect(entry('field-name', { answers })).toContain('set by the sender');
    expect(view({ answers })).toContain('<option value="Absa" selected>Absa</option>');
    expect(view({ answers })).toContain('value="pay-eft" checked disabled>');
    expect(boxAt('name', { answers })).toMatch(/^<span class="box set text"[\s\S]*&quot;Thandi&quot;/);
  });

  it('lists errors on top, with a link to each, and at the field, which refers to them', () => {
    const changes = { problems: [{ field_id: 'name', message: 'Full name is required' }], message: 'No zebras' };
    expect(view(changes)).toContain('<li><a href="#entry-field-name">Full name is required</a></li>');
    expect(entry('field-name', changes)).toMatch(
      /aria-invalid="true" aria-describedby="problem-field-name"[\s\S]*id="problem-field-name">Full name is required\./,
    );
    expect(view(changes)).toContain('No zebras');
  });

  it('says once that a signature is missing, however many places it has', () => {
    const problems = [
      { field_id: 'sign', message: 'Signature is required' },
      { field_id: 'initials', message: 'Initials is required' },
    ];
    expect(view({ problems }).match(/href="#entry-signature">Your signature is required/g)).toHaveLength(1);
  });

  it('asks for no signature where there is no place for one', () => {
    const form = {
      ...leaseForm,
      fields: leaseForm.fields.filter(({ type }) => !['signature', 'initials'].includes(type)),
    };
    expect(view({ form })).not.toContain('name="signature"');
  });

  it('keeps what was typed and drawn when it is shown again', () => {
    const text = view({
      marks: { signature: { text: 'T "M"', way: 'drawn', image: 'iVBOR"' }, initials: typed },
      otherWays: {
        reason: '</textarea>',
        name: 'Sipho',
        email: 's@x',
        problem: { of: 'email', message: 'No address.' },
      },
    });
    expect(text).toContain('value="T &quot;M&quot;"');
    expect(text).toContain('name="signature_image" value="iVBOR&quot;"');
    expect(text).toMatch(/value="drawn" checked/);
    expect(text).toContain('&lt;/textarea&gt;</textarea>');
    expect(text).toContain('value="Sipho"');
    expect(text).toMatch(/<details open>\s*<summary>Delegate[\s\S]*id="problem-email">No address\./);
  });

  it('is not sent by the Enter key alone: its first button does nothing', () => {
    expect(/<button[^>]*>/.exec(view().slice(view().indexOf('<form')))?.[0]).toBe(
      '<button type="submit" disabled hidden>',
    );
  });
});

describe('the pages', () => {
  it('are pictures that load when they are seen, in the widths that they can be had in', () => {
    expect(view()).toMatch(
      /<img src="\/sign\/token\/documents\/1\/pages\/2\?w=800" srcset="[^"]*pages\/2\?w=1800 1800w"[^>]*loading="lazy"[^>]*alt="Lease, page 2 of 2">/,
    );
  });

  it('say so when they cannot be shown, and can still be read', () => {
    const text = view({ sizes: new Map() });
    expect(text).toContain('The pages cannot be shown here.');
    expect(text).toContain('href="/sign/token/documents/1"');
  });

  it('have an overlay for everything that the signer fills, leading to its input', () => {
    expect(boxAt('born')).toContain('href="#entry-field-born"');
    expect(boxAt('inc-water')).toContain('href="#entry-question-included"');
    expect(boxAt('sign')).toContain('href="#entry-signature"');
    const { rules } = formBody({
      ...parts,
      form: { ...leaseForm, fields: [box({ id: '1a', rect: { x: 0.25, y: 0.5, w: 0.125, h: 0.02 } })] },
    });
    expect(rules.text).toContain('#d1p1 .sheet{aspect-ratio:595/842}');
    expect(rules.text).toContain('#at-1a{left:25.000%;top:50.000%;width:12.500%;height:2.000%;');
  });

  it('show what signing fills in as it will be, by the day in South Africa', () => {
    expect(boxAt('signed-on')).toMatch(/^<span class="box set date_signed"[\s\S]*<b>2026-03-03<\/b>/);
  });

  it('show what others have entered, in place and as text, and nothing they have not', () => {
    expect(boxAt('landlord-sign')).toBe('');
    expect(view()).not.toContain('What others have filled in');
    const signed = person({
      id: 'landlord',
      role: 'Landlord',
      name: 'Pieter Botha',
      status: 'signed',
      acted_at: '2026-03-01T08:00:00.000Z',
      drawn: { signature: 'iVBOR', initials: null },
    });
    const changes = {
      envelope: { ...parts.envelope, recipients: [parts.recipient, signed] },
      answers: { 'landlord-sign': { value: 'Pieter Botha', locked: false } },
    };
    expect(boxAt('landlord-sign', changes)).toContain('<img src="/sign/token/drawn/landlord/signature" alt="">');
    expect(boxAt('landlord-name', changes)).toContain('Pieter Botha');
    expect(view(changes)).toContain('What others have filled in (2)');
  });

  it('show a date in the cells of a comb as it will be drawn there', () => {
    const cells = Array.from({ length: 8 }, (_, index) => ({ x: 0.1 + index * 0.02, y: 0.1, w: 0.02, h: 0.02 }));
    const field = box({ id: 'born', type: 'date', rect: { x: 0.1, y: 0.1, w: 0.16, h: 0.02 }, cells });
    const answers = { born: { value: '1990-05-21', locked: false } };
    const { body } = formBody({ ...parts, form: { ...leaseForm, fields: [field] }, answers });
    const shown = [...body.text.matchAll(/<b class="cell">(.?)<\/b>/gu)].map((match) => match[1]);
    expect(shown.join('')).toBe('19900521');
  });

  it('show the letters of a comb in its cells', () => {
    const cells = [0.1, 0.2].map((x) => ({ x, y: 0.1, w: 0.1, h: 0.02 }));
    const field = box({ id: 'id', rect: { x: 0.1, y: 0.1, w: 0.2, h: 0.02 }, cells });
    const { body, rules } = formBody({
      ...parts,
      form: { ...leaseForm, fields: [field] },
      answers: { id: { value: '8x', locked: false } },
    });
    expect(body.text).toContain('<b class="cell">8</b><b class="cell">x</b>');
    expect(rules.text).toContain('#at-id .cell:nth-child(2){left:50.000%;width:50.000%}');
  });
});

describe('dropdowns of one address', () => {
  const offered = (...lists: readonly (readonly string[])[]): readonly unknown[] => {
    const fields = lists.map((options, index) =>
      box({ id: `d${index}`, type: 'dropdown', data_key: 'plan.name', options }),
    );
    return entriesOf({ ...leaseForm, fields }, 'Tenant').map((entry) => [
      entry.kind === 'box' ? entry.field.options : entry.kind,
      entry.fields.map(({ id }) => id),
    ]);
  };

  it('offer what both of them take, so that no choice is refused', () => {
    expect(offered(['A', 'B'], ['B', 'C'])).toEqual([[['B'], ['d0', 'd1']]]);
  });

  it('are asked for one by one where nothing fits both', () => {
    expect(offered(['A', 'B'], ['C'])).toEqual([
      [['A', 'B'], ['d0']],
      [['C'], ['d1']],
    ]);
  });
});

describe('a posted form', () => {
  it('lists what was filled in for every field of the role, except locked ones', () => {
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
