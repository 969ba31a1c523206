import createClient from 'openapi-fetch';
import { type Job, recipients, values } from './job.js';
import type { paths } from './openapi-fetch-types.js';

export const run: Job = async ({ url, key, pdf }) => {
  const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${key}` } });
  const once = (): { 'Idempotency-Key': string } => ({ 'Idempotency-Key': crypto.randomUUID() });

  const { data: template } = await client.POST('/api/v1/templates', {
    params: { header: once() },
    body: { name: 'Lease', documents: [{ filename: 'lease.pdf', file: pdf }] },
  });
  if (template === undefined) throw new Error('no template');
  const { data: created, error } = await client.POST('/api/v1/envelopes', {
    params: { header: once() },
    body: { template_id: template.id, recipients, values },
  });
  if (created === undefined) throw new Error(error.error.code satisfies string);
  const path = { envelopeId: created.id };
  const { data: sent } = await client.POST('/api/v1/envelopes/{envelopeId}/send', { params: { path, header: once() } });
  const { data: read } = await client.GET('/api/v1/envelopes/{envelopeId}', { params: { path } });
  const { data: draft } = await client.GET('/api/v1/envelopes/{envelopeId}/documents/{position}/draft', {
    params: { path: { ...path, position: '1' } },
    parseAs: 'arrayBuffer',
  });
  const voiding = () =>
    client.POST('/api/v1/envelopes/{envelopeId}/void', {
      params: { path, header: once() },
      body: { reason: 'Wrong unit' },
    });
  const { data: voided } = await voiding();
  const { error: refusal } = await voiding();
  if (sent === undefined || read === undefined || draft === undefined || voided === undefined)
    throw new Error('refused');
  if (refusal === undefined) throw new Error('voided twice');
  const { code } = refusal.error;
  // @ts-expect-error The set of codes is closed.
  if (code === 'no_such_code') throw new Error(code);
  return {
    template: template.id,
    statuses: [created.status, sent.status, read.status, voided.status],
    draft: new Uint8Array(draft),
    refused: code === 'envelope_not_sent' ? code : 'other',
  };
};
