import { describe, expect, it } from 'vitest';
import { holderOf, outstanding, whoseTurn } from '../../../src/emulator/domain/routing.js';
import { person } from '../../support/envelope-form.js';

const copy = person({ id: 'copy', role: 'cc', routing_type: 'cc' });
const tenant = person({ id: 'tenant', status: 'sent' });
const landlord = person({ id: 'landlord', role: 'Landlord' });

describe('the turn', () => {
  it('is that of the first unsigned signer; a copy delays no one', () => {
    expect(whoseTurn({ recipients: [copy, tenant, landlord] })?.id).toBe('tenant');
    expect(whoseTurn({ recipients: [copy, { ...tenant, status: 'signed' }, landlord] })?.id).toBe('landlord');
  });

  it('is empty when everybody has acted', () => {
    expect(whoseTurn({ recipients: [copy, { ...tenant, status: 'signed' }] })).toBeNull();
    expect(outstanding({ recipients: [copy] })).toEqual([]);
  });

  it('passes to the replacement of somebody who handed over', () => {
    const recipients = [{ ...tenant, status: 'delegated' as const }, person({ id: 'new', status: 'sent' }), landlord];
    expect(whoseTurn({ recipients })?.id).toBe('new');
    expect(holderOf({ recipients }, 'Tenant')?.id).toBe('new');
  });
});
