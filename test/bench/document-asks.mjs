// What the benchmark asks for a document; `document-asks.test.ts` shows that the program takes it.
import { createHash } from 'node:crypto';

export const at = '2026-11-20T09:00:00.000Z';

const person = { name: 'Thandi Mokoena', role: 'Tenant', text: 'Invited to sign by e-mail', turn: true };
export const draftOf = ({ pdf, marks }) => ({
  pdf,
  title: 'Lease',
  marks,
  state: null,
  outstanding: [person],
  acted: [],
  as_of: at,
});
const signer = {
  name: 'Thandi Mokoena',
  email: 'thandi@example.test',
  role: 'Tenant',
  position: [],
  part: 'signs',
  opened_at: at,
  signed_at: at,
  how: 'through the link in the e-mail',
  identified: 'by the link in the e-mail',
  from: '127.0.0.1, a browser',
  signature: { kind: 'typed_signature', text: 'Thandi Mokoena' },
};
export const authority = new Uint8Array(32).fill(7);
export const sealOf = ({ pdf, marks }) => ({
  pdf,
  authority,
  title: 'Lease',
  marks,
  certificate: {
    envelope_id: '5f0c1d6e-2a86-4c43-9d5e-7b8f0a1c2d3e',
    title: 'Lease',
    document_position: 1,
    document_count: 1,
    sandbox: false,
    sent_at: at,
    completed_at: at,
    sha256: createHash('sha256').update(pdf).digest('hex'),
    events: Array.from({ length: 12 }, (_, index) => ({ at, text: `Something happened, number ${index}`, from: null })),
    recipients: [signer, signer, signer],
    sealed_at: at,
  },
});
