import type { DraftJob, Mark, SealJob } from '../../../src/document/render-job.js';

/** A sealing job with a certificate that says something in every place. */
export function sealJob(pdf: Uint8Array, marks: readonly Mark[]): SealJob {
  return {
    pdf,
    authority: Buffer.alloc(32, 7),
    title: 'Lease of 12 Acacia Street',
    marks,
    certificate: {
      envelope_id: '5f0c1d6e-2a86-4c43-9d5e-7b8f0a1c2d3e',
      title: 'Lease of 12 Acacia Street',
      document_position: 1,
      document_count: 2,
      sandbox: false,
      sent_at: '2026-11-20T08:00:00.000Z',
      completed_at: '2026-11-20T09:30:00.000Z',
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      events: [
        { at: '2026-11-20T08:00:00.000Z', text: 'Sent to Thandi Mokoena', from: null },
        { at: '2026-11-20T09:30:00.000Z', text: 'Signed by Thandi Mokoena', from: '203.0.113.7 · Mozilla/5.0' },
      ],
      recipients: [
        {
          name: 'Thandi Mokoena',
          email: 'thandi@example.test',
          role: 'Tenant',
          position: ['Director', 'Mokoena Holdings'],
          part: 'signs',
          opened_at: '2026-11-20T09:00:00.000Z',
          signed_at: '2026-11-20T09:30:00.000Z',
          how: 'through the link in the e-mail',
          identified: 'Identified by the link that was e-mailed to this address',
          from: '203.0.113.7 · Mozilla/5.0',
          signature: { kind: 'typed_signature', text: 'Thandi Mokoena' },
        },
        {
          name: 'Žoë Škoda',
          email: 'zoe@example.test',
          role: 'Witness',
          position: [],
          part: 'fills_in',
          opened_at: null,
          signed_at: null,
          how: null,
          identified: null,
          from: null,
          signature: null,
        },
      ],
      sealed_at: '2026-11-20T09:31:00.000Z',
    },
  };
}

/** A draft with one person who signed and one whose turn it is. */
export function draftJob(pdf: Uint8Array, marks: readonly Mark[]): DraftJob {
  return {
    pdf,
    title: 'Lease of 12 Acacia Street',
    marks,
    state: null,
    outstanding: [
      { name: 'Sipho Dlamini', role: 'Surety', text: 'Invited to sign by e-mail', turn: true },
      { name: 'Anna van Wyk', role: 'Witness', text: 'Waits for the recipients above', turn: false },
    ],
    acted: [{ name: 'Thandi Mokoena', role: 'Tenant', text: 'Signed', at: '2026-11-20T08:30:00.000Z' }],
    as_of: '2026-11-20T09:00:00.000Z',
  };
}
