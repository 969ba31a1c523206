import { createClient, createConfig } from './hey-api-client/client/index.js';
import {
  createEnvelope,
  createTemplate,
  getEnvelope,
  getEnvelopeDraft,
  sendEnvelope,
  voidEnvelope,
} from './hey-api-client/sdk.gen.js';
import { type Job, recipients, values } from './job.js';

export const run: Job = async ({ url, key, pdf }) => {
  const client = createClient(createConfig({ baseUrl: url, auth: key }));
  const once = (): { 'Idempotency-Key': string } => ({ 'Idempotency-Key': crypto.randomUUID() });

  const { data: template } = await createTemplate({
    client,
    headers: once(),
    body: { name: 'Lease', documents: [{ filename: 'lease.pdf', file: pdf }] },
  });
  if (template === undefined) throw new Error('no template');
  const { data: created } = await createEnvelope({
    client,
    headers: once(),
    body: { template_id: template.id, recipients, values },
  });
  if (created === undefined) throw new Error('no envelope');
  const path = { envelopeId: created.id };
  const { data: sent } = await sendEnvelope({ client, path, headers: once() });
  const { data: read } = await getEnvelope({ client, path });
  const { data: draft } = await getEnvelopeDraft({ client, path: { ...path, position: '1' } });
  const voiding = () => voidEnvelope({ client, path, headers: once(), body: { reason: 'Wrong unit' } });
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
    draft: new Uint8Array(await draft.arrayBuffer()),
    refused: code === 'envelope_not_sent' ? code : 'other',
  };
};
