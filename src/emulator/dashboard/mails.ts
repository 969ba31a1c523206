import type { Service } from '../service.js';
import { overviewRepository } from '../store/overview-repository.js';
import { pageOf, positionOf, readSize, searchOf } from './list-page.js';
import type { ListPage, MailRow } from './shapes.js';

/** One page of the captured mail, newest first. Throws invalid_request. */
export function listMails(service: Service, query: URLSearchParams): ListPage<MailRow> {
  const overview = overviewRepository(service.store.sql);
  const found = overview.mails({ text: searchOf(query), before: positionOf(query), max: readSize });
  return pageOf(service, found, overview.count('mails'), (mail) => ({
    id: mail.id,
    subject: mail.subject,
    to: { name: mail.to_name, email: mail.to_email },
    at: new Date(mail.accepted_at).toISOString(),
    mode: mail.mode,
    delivered: mail.delivered_at !== null,
    lost: mail.lost === 1,
  }));
}
