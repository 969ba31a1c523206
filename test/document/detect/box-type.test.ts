import { describe, expect, it } from 'vitest';
import { boxType as typeOf } from '../../../src/document/detect/box-type.js';
import type { Widget } from '../../../src/document/engine/page-widgets.js';

const beside = { left: 100, top: 100, right: 250, bottom: 130 };

function widget(name: string, tooltip: string | null = null, kind: Widget['kind'] = 'text'): Widget {
  return {
    kind,
    page: 1,
    name,
    tooltip,
    required: false,
    multiline: false,
    cells: null,
    maxLength: null,
    entry: '',
    options: [],
    exportValue: '',
    held: null,
    annotation: 0,
    left: 300,
    top: 104,
    right: 400,
    bottom: 124,
  };
}

const boxType = (
  box: Widget,
  caption: string | null,
  signatures: readonly Pick<Widget, 'left' | 'top' | 'right' | 'bottom'>[],
): string => typeOf(box, { caption, isOnFoot: false, isAmongNames: true, isAmount: false, signatures });

describe('the type of a field', () => {
  it.each([
    ['date_of_birth', null, null, 'date'],
    ['f1', 'Commencement date', null, 'date'],
    ['f1', null, 'Date of the inspection', 'date'],
    ['tenant_date_signed', null, null, 'date_signed'],
    ['f1', 'Date of signature', null, 'date_signed'],
    ['signature_1', null, null, 'signature'],
    ['f1', 'Sign here', null, 'signature'],
    ['f1', null, 'Signature of the tenant', 'signature'],
    ['PreparersSignature', null, 'Print/Type preparer’s name', 'text'],
    ['tenant_initials', null, null, 'initials'],
    ['middle_initials_name', null, null, 'text'],
    ['signer_name', null, null, 'signer_name'],
    ['signatory_email', null, null, 'signer_email'],
    ['f1', 'Capacity of signatory', null, 'signer_title'],
    ['signer_company', null, null, 'signer_company'],
    ['full_name', null, 'Full name', 'text'],
    ['update', 'Keep me up to date', null, 'text'],
  ] as const)('%s with tooltip %s and caption %s is %s', (name, tooltip, caption, type) => {
    expect(boxType(widget(name, tooltip), caption, [])).toBe(type);
  });

  it('is the date of signing for a bare date beside a signature, and a date elsewhere', () => {
    expect(boxType(widget('f1'), 'Date', [beside])).toBe('date_signed');
    expect(boxType(widget('f1'), 'Date', [])).toBe('date');
    expect(boxType(widget('f1'), 'Date of birth', [beside])).toBe('date');
  });

  it('is the title of the signer for a bare "Capacity" beside a signature', () => {
    expect(boxType(widget('f1'), 'Capacity', [beside])).toBe('signer_title');
    expect(boxType(widget('f1'), 'Capacity', [])).toBe('text');
  });

  it('is the printed name of the signer only beside a signature', () => {
    expect(boxType(widget('f1'), 'Printed name', [beside])).toBe('signer_name');
    expect(boxType(widget('f1'), 'Printed name', [])).toBe('text');
  });

  it('follows the field where the form says it', () => {
    expect(boxType(widget('f1', null, 'checkbox'), 'Date', [])).toBe('tickbox');
    expect(boxType(widget('f1', null, 'choice'), 'Signature', [])).toBe('dropdown');
    expect(boxType(widget('f1', null, 'signature'), 'Initials', [])).toBe('initials');
    expect(boxType(widget('f1', null, 'signature'), null, [])).toBe('signature');
  });
});
