import type {
  AnswerOf,
  BodyOf,
  CreateEnvelopeRequest,
  Envelope,
  ErrorCode,
  ErrorOf,
  EventName,
  OperationId,
  QueryOf,
  Recipient,
  Template,
} from '@esign-cli/esign/contract';
import { type Job, recipients, values } from './job.js';

export const run: Job = async ({ url, key, pdf }) => {
  const ask = (path: string, body?: object): Promise<Response> =>
    fetch(`${url}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const post = async <Id extends OperationId>(path: string, body: BodyOf<Id> & object): Promise<AnswerOf<Id>> => {
    const response = await ask(path, body);
    if (!response.ok) throw new Refused(((await response.json()) as ErrorOf<Id>).error.code);
    return (await response.json()) as AnswerOf<Id>;
  };

  const upload: BodyOf<'createTemplate'> = { name: 'Lease', documents: [{ filename: 'lease.pdf', file: pdf }] };
  const template: Template = await post<'createTemplate'>('/templates', upload);
  const order: CreateEnvelopeRequest = { template_id: template.id, recipients, values };
  const created: Envelope = await post<'createEnvelope'>('/envelopes', order);
  const signers: readonly Recipient[] = created.recipients;
  if (signers.length !== recipients.length) throw new Error('A recipient is missing.');
  const place = `/envelopes/${created.id}`;
  const sent = await post<'sendEnvelope'>(`${place}/send`, {});
  const read = (await (await ask(place)).json()) as AnswerOf<'getEnvelope'>;
  const draft = await (await ask(`${place}/documents/1/draft`)).arrayBuffer();
  const reason: BodyOf<'voidEnvelope'> = { reason: 'Wrong unit' };
  const voided = await post<'voidEnvelope'>(`${place}/void`, reason);
  const code = await post<'voidEnvelope'>(`${place}/void`, reason).then(
    () => null,
    (error: unknown) => (error instanceof Refused ? error.code : null),
  );
  return {
    template: template.id,
    statuses: [created.status, sent.status, read.status, voided.status],
    draft: new Uint8Array(draft),
    refused: code === 'envelope_not_sent' ? code : 'other',
  };
};

class Refused extends Error {
  constructor(readonly code: ErrorCode) {
    super(code);
  }
}

// What must not compile.

// @ts-expect-error The set of codes is closed.
'no_such_code' satisfies ErrorCode;
// @ts-expect-error The set of events is closed.
'envelope.opened' satisfies EventName;
// @ts-expect-error The operation has another name.
'makeEnvelope' satisfies OperationId;
// @ts-expect-error A test key may void; the code is one of another operation.
'test_key_cannot_edit_templates' satisfies ErrorOf<'voidEnvelope'>['error']['code'];
// @ts-expect-error The reason is required.
({}) satisfies BodyOf<'voidEnvelope'>;
// @ts-expect-error The template is template_id.
({ template: '', recipients, values }) satisfies CreateEnvelopeRequest;
// @ts-expect-error A page has a number of items.
({ limit: 'all' }) satisfies QueryOf<'listTemplates'>;
// @ts-expect-error It answers with a PDF.
({}) satisfies AnswerOf<'getEnvelopeDraft'>;
// @ts-expect-error An envelope is signed in part, or completed.
((envelope: Envelope) => envelope.status === 'signed') satisfies (envelope: Envelope) => boolean;
