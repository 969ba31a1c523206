import * as v from 'valibot';
import { answer, anyText, flag, instant, integer, oneOf, uuid } from '../schema.js';
import { lazy } from '../../platform/lazy.js';
import { envelopeStates } from '../states.js';

/** The envelope, its recipients and its documents (Resources: Envelope, Recipient; A4). */

const recipient = lazy(() =>
  answer({
    id: uuid,
    role: anyText,
    name: anyText,
    email: anyText,
    routing_type: anyText,
    status: anyText,
    invitation_delivered: v.nullable(flag),
    embedded: flag,
    external_ref: v.nullable(anyText),
  }),
);

export const envelope = lazy(() =>
  answer({
    id: uuid,
    status: oneOf(envelopeStates),
    template_id: v.nullable(uuid),
    title: anyText,
    created_at: instant,
    sent_at: v.nullable(instant),
    expires_at: v.nullable(instant),
    recipients: v.array(recipient()),
  }),
);

export const envelopeDocuments = lazy(() =>
  answer({
    sealed: flag,
    documents: v.array(
      answer({
        id: uuid,
        position: integer,
        name: anyText,
        page_count: integer,
        url: v.nullable(anyText),
        url_expires_at: v.nullable(instant),
      }),
    ),
  }),
);

export const signingUrl = lazy(() => answer({ url: anyText, expires_at: instant }));

/** A batch row: an envelope, or an error and no envelope (A2). */
export const batchAnswer = lazy(() =>
  answer({
    rows: v.array(
      answer({
        index: integer,
        envelope: v.optional(envelope()),
        error: v.optional(answer({ code: anyText, message: anyText })),
      }),
    ),
  }),
);

export type Recipient = v.InferOutput<ReturnType<typeof recipient>>;
export type Envelope = v.InferOutput<ReturnType<typeof envelope>>;
export type EnvelopeDocuments = v.InferOutput<ReturnType<typeof envelopeDocuments>>;
export type BatchAnswer = v.InferOutput<ReturnType<typeof batchAnswer>>;
