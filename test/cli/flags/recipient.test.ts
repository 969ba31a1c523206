import { describe, expect, it } from 'vitest';
import { UsageFailure } from '../../../src/cli/failure/failure.js';
import { collect } from '../../../src/cli/flags/option.js';
import { parseRecipient } from '../../../src/cli/flags/recipient.js';

describe('a recipient on the command line', () => {
  it('holds what is given and nothing else', () => {
    expect(parseRecipient('role=Tenant,name=Thandi M,email=t@example.test')).toEqual({
      role: 'Tenant',
      name: 'Thandi M',
      email: 't@example.test',
    });
  });

  it('holds every property that a request may have', () => {
    const id = '3f0c9a52-6d1e-4b77-9a55-0c2f7a1f9b10';
    const text = `role=Landlord,name=A,email=a@example.test,job-title=Director,company="A, B & Co",embedded=false,external_ref=x1,standing_authorisation_id=${id}`;
    expect(parseRecipient(text)).toEqual({
      role: 'Landlord',
      name: 'A',
      email: 'a@example.test',
      job_title: 'Director',
      company: 'A, B & Co',
      embedded: false,
      external_ref: 'x1',
      standing_authorisation_id: id,
    });
  });

  it('is embedded by the bare word', () => {
    expect(parseRecipient('role=T,name=A,email=a@example.test,embedded')).toMatchObject({ embedded: true });
  });

  it.each(['role=T,name=A', 'role=T,name=A,email=a@example.test,embedded=maybe'])(
    'is refused before the network: %s',
    (text) => expect(() => parseRecipient(text)).toThrow(UsageFailure),
  );

  it('keeps the order of the flags', () => {
    const add = collect((text: string) => text);
    expect(add('b', add('a', undefined))).toEqual(['a', 'b']);
  });
});
