import * as v from 'valibot';
import {
  address,
  anyText,
  count,
  described,
  flag,
  instant,
  mailbox,
  oneOf,
  ordinal,
  resource,
  uuid,
} from '../schema.js';
import { errorDetail } from './error.js';
import { envelopeStates } from '../states.js';

/** The envelope, its recipients and its documents (Resources: Envelope, Recipient; A4). */

const recipient = resource('Recipient', () => ({
  id: uuid,
  role: anyText,
  name: anyText,
  email: mailbox,
  routing_type: anyText,
  status: anyText,
  invitation_delivered: v.nullable(flag),
  embedded: flag,
  external_ref: v.nullable(anyText),
}));

export const envelope = resource('Envelope', () => ({
  id: uuid,
  status: oneOf(envelopeStates),
  template_id: v.nullable(uuid),
  title: anyText,
  created_at: instant,
  sent_at: v.nullable(instant),
  expires_at: v.nullable(instant),
  recipients: v.array(recipient()),
}));

const envelopeDocument = resource(
  'EnvelopeDocument',
  () => ({
    id: uuid,
    position: described(ordinal),
    name: anyText,
    page_count: ordinal,
    url: v.nullable(address),
    url_expires_at: v.nullable(instant),
  }),
  'A4',
);

export const envelopeDocuments = resource(
  'EnvelopeDocuments',
  () => ({ sealed: described(flag), documents: described(v.array(envelopeDocument())) }),
  'A4',
);

export const signingUrl = resource('SigningUrl', () => ({ url: address, expires_at: instant }));

/** A batch row: an envelope, or an error and no envelope (A2). */
const batchRow = resource(
  'EnvelopeBatchRow',
  () => ({ index: count, envelope: v.optional(envelope()), error: v.optional(errorDetail()) }),
  'A2',
);
export const batchAnswer = resource('EnvelopeBatch', () => ({ rows: v.array(batchRow()) }), 'A2');

export type Recipient = v.InferOutput<ReturnType<typeof recipient>>;
export type Envelope = v.InferOutput<ReturnType<typeof envelope>>;
export type EnvelopeDocuments = v.InferOutput<ReturnType<typeof envelopeDocuments>>;
export type BatchAnswer = v.InferOutput<ReturnType<typeof batchAnswer>>;
