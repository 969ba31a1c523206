import { type Job, recipients, values } from './job.js';
import {
  createEnvelope,
  createTemplate,
  getEnvelope,
  getEnvelopeDraft,
  sendEnvelope,
  voidEnvelope,
} from './orval-client.js';
import { service } from './orval-fetch.js';

export const run: Job = async ({ url, key, pdf }) => {
  Object.assign(service, { url, key });
  const once = (): RequestInit => ({ headers: { 'Idempotency-Key': crypto.randomUUID() } });

  const template = await createTemplate({ name: 'Lease', documents: [{ filename: 'lease.pdf', file: pdf }] }, once());
  if (template.status !== 201) throw new Error('no template');
  const created = await createEnvelope({ template_id: template.data.id, recipients, values }, once());
  if (created.status !== 201) throw new Error('no envelope');
  const { id } = created.data;
  const sent = await sendEnvelope(id, {}, once());
  const read = await getEnvelope(id);
  const draft = await getEnvelopeDraft(id, '1');
  const voiding = () => voidEnvelope(id, { reason: 'Wrong unit' }, once());
  const voided = await voiding();
  const refusal = await voiding();
  if (sent.status !== 200 || read.status !== 200 || draft.status !== 200 || voided.status !== 200)
    throw new Error('refused');
  if (refusal.status !== 409 && refusal.status !== 422) throw new Error('voided twice');
  const { code } = refusal.data.error;
  // @ts-expect-error The set of codes is closed.
  if (code === 'no_such_code') throw new Error(code);
  return {
    template: template.data.id,
    statuses: [created.data.status, sent.data.status, read.data.status, voided.data.status],
    draft: new Uint8Array(await draft.data.arrayBuffer()),
    refused: code === 'envelope_not_sent' ? code : 'other',
  };
};
