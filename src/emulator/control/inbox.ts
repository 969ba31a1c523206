import { lazy } from '../../platform/lazy.js';
import {
  anyText,
  count,
  instant,
  listOf,
  mailbox,
  named,
  noted,
  nullable,
  shape,
  uuid,
} from '../../contract/schema.js';
import { notFound } from '../domain/refusal.js';
import { htmlPart } from '../mail/html-part.js';
import { mailRepository } from '../store/mail-repository.js';
import { type ControlRoute, route } from './route.js';

const mailHead = {
  id: uuid,
  organisation_id: uuid,
  mode: anyText,
  kind: anyText,
  to: shape({ name: anyText, email: mailbox }),
  subject: anyText,
  envelope_id: nullable(uuid),
  recipient_id: nullable(uuid),
  accepted_at: instant,
  delivered_at: nullable(instant),
  attachments: listOf(shape({ filename: anyText, size: count })),
};
const mail = {
  ...mailHead,
  text: anyText,
  link: noted(nullable(anyText), { description: 'A signing link, which is a credential' }),
};
/** Without its text and its link, which are for the recipient. */
export const capturedMail = lazy(() => named('CapturedMail', shape(mailHead)));
export const mailList = lazy(() => shape({ data: listOf(named('Mail', shape(mail))) }));
export const mailWithHtml = lazy(() => named('MailWithHtml', shape({ ...mail, html: anyText })));

/** The captured mail. */
export const inboxRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/_emulator/inbox',
    summary: 'List the captured mail, newest first',
    query: {
      to: 'only to this address',
      kind: 'only of this kind',
      envelope_id: 'only about this envelope',
      subject: 'only with this text in the subject',
      after: 'only mail newer than the mail with this ID',
    },
    body: null,
    answer: mailList,
    handle({ service, query }) {
      const filter = {
        to: query.get('to') ?? undefined,
        kind: query.get('kind') ?? undefined,
        envelopeId: query.get('envelope_id') ?? undefined,
        subject: query.get('subject') ?? undefined,
        after: query.get('after') ?? undefined,
      };
      return { data: mailRepository(service.store.sql).list(filter) };
    },
  }),
  route({
    method: 'GET',
    path: '/_emulator/inbox/{mailId}',
    summary: 'Read one mail, including its HTML part',
    body: null,
    answer: mailWithHtml,
    handle({ service, parameters }) {
      const mail = mailRepository(service.store.sql).find(parameters['mailId'] ?? '');
      if (mail === null) throw notFound();
      return { ...mail, html: htmlPart(mail) };
    },
  }),
];
