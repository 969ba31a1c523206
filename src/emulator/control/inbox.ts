import { notFound, Refusal } from '../domain/refusal.js';
import { htmlPart } from '../mail/html-part.js';
import { mailRepository } from '../store/mail-repository.js';
import { mailList, mailWithHtml } from './answers.js';
import { type ControlRoute, limitOf, pageOf, route } from './route.js';

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
      lost: '`true`: only mail that a fault lost; `false`: only the rest',
      after: 'only mail newer than the mail with this ID',
      limit: 'the maximum number of results',
    },
    body: null,
    answer: mailList,
    handle({ service, query }) {
      const mails = mailRepository(service.store.sql);
      const max = limitOf(query);
      const after = query.get('after') ?? undefined;
      if (after !== undefined && mails.find(after) === null) {
        throw new Refusal('invalid_request', 'after must be the ID of a captured mail.');
      }
      const filter = {
        to: query.get('to') ?? undefined,
        kind: query.get('kind') ?? undefined,
        envelopeId: query.get('envelope_id') ?? undefined,
        subject: query.get('subject') ?? undefined,
        lost: lostOf(query.get('lost')),
        after,
        max: max + 1,
      };
      const found = mails.list(filter);
      return pageOf(found, max);
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

function lostOf(text: string | null): boolean | undefined {
  if (text === null) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw new Refusal('invalid_request', 'lost must be true or false.');
}
