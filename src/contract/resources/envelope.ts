import * as v from 'valibot';
import {
  address,
  answer,
  anyText,
  assumed,
  count,
  described,
  flag,
  instant,
  mailbox,
  named,
  oneOf,
  ordinal,
  uuid,
} from '../schema.js';
import { errorDetail } from './error.js';
import { lazy } from '../../core/platform/lazy.js';
import { envelopeStates } from '../states.js';

/** The envelope, its recipients and its documents (Resources: Envelope, Recipient; A4). */

const recipient = lazy(() =>
  named(
    'Recipient',
    answer({
      id: uuid,
      role: anyText,
      name: anyText,
      email: mailbox,
      routing_type: anyText,
      status: anyText,
      invitation_delivered: v.nullable(flag),
      embedded: flag,
      external_ref: v.nullable(anyText),
    }),
  ),
);

export const envelope = lazy(() =>
  named(
    'Envelope',
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
  ),
);

export const envelopeDocuments = lazy(() =>
  assumed(
    'A4',
    named(
      'EnvelopeDocuments',
      answer({
        sealed: described(flag),
        documents: described(
          v.array(
            assumed(
              'A4',
              named(
                'EnvelopeDocument',
                answer({
                  id: uuid,
                  position: described(ordinal),
                  name: anyText,
                  page_count: ordinal,
                  url: v.nullable(address),
                  url_expires_at: v.nullable(instant),
                }),
              ),
            ),
          ),
        ),
      }),
    ),
  ),
);

export const signingUrl = lazy(() => named('SigningUrl', answer({ url: address, expires_at: instant })));

/** A batch row: an envelope, or an error and no envelope (A2). */
export const batchAnswer = lazy(() =>
  assumed(
    'A2',
    named(
      'EnvelopeBatch',
      answer({
        rows: v.array(
          assumed(
            'A2',
            named(
              'EnvelopeBatchRow',
              answer({
                index: count,
                envelope: v.optional(envelope()),
                error: v.optional(errorDetail()),
              }),
            ),
          ),
        ),
      }),
    ),
  ),
);

export type Recipient = v.InferOutput<ReturnType<typeof recipient>>;
export type Envelope = v.InferOutput<ReturnType<typeof envelope>>;
export type EnvelopeDocuments = v.InferOutput<ReturnType<typeof envelopeDocuments>>;
export type BatchAnswer = v.InferOutput<ReturnType<typeof batchAnswer>>;
