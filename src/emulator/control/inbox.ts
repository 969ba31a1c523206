import { notFound } from '../domain/refusal.js';
import { htmlPart } from '../mail/html-part.js';
import { json } from '../http/exchange.js';
import { mailRepository } from '../store/mail-repository.js';
import type { ControlRoute } from './route.js';

/** The captured mail. */
export const inboxRoutes: readonly ControlRoute[] = [
  {
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
    handle({ service, query }) {
      const filter = {
        to: query.get('to') ?? undefined,
        kind: query.get('kind') ?? undefined,
        envelopeId: query.get('envelope_id') ?? undefined,
        subject: query.get('subject') ?? undefined,
        after: query.get('after') ?? undefined,
      };
      return json(200, { data: mailRepository(service.store.sql).list(filter) });
    },
  },
  {
    method: 'GET',
    path: '/_emulator/inbox/{mailId}',
    summary: 'Read one mail, including its HTML part',
    body: null,
    handle({ service, parameters }) {
      const mail = mailRepository(service.store.sql).find(parameters['mailId'] ?? '');
      if (mail === null) throw notFound();
      return json(200, { ...mail, html: htmlPart(mail) });
    },
  },
];
