import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PageRoute } from '../http/page-route.js';
import type { Service } from '../service.js';
import { documentRepository } from '../store/document-repository.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { sealedRepository, type SealedDocument } from '../store/sealed-repository.js';
import { servedPdf, servedWords } from './served-file.js';

const lifeMs = 10 * 60_000;

/**
 * A short-lived, self-authenticating link to a sealed PDF, so that reading the list of documents writes nothing (A4).
 */
export function downloadLink(
  service: Service,
  { document_id: id, link_secret: secret }: SealedDocument,
): { readonly url: string; readonly expires_at: string } {
  const expires = service.clock.now() + lifeMs;
  const token = `${id}.${expires}.${signature(secret, id, expires).toString('latin1')}`;
  return { url: `${service.settings.baseUrl}/files/${token}`, expires_at: new Date(expires).toISOString() };
}

/** The download for anyone with the link; altered and expired links get the same response. */
export const downloadRoute: PageRoute = {
  method: 'GET',
  path: '/files/{token}',
  handle({ service, parameters }) {
    const sealed = proven(service, parameters['token'] ?? '');
    const pdf = sealed === null ? null : sealedRepository(service.store.sql).pdf(sealed.document_id);
    if (sealed === null || pdf === null) return gone;
    const envelope = envelopeRepository(service.store.sql).findAnywhere(sealed.envelope_id);
    const stored = documentRepository(service.store.sql).find(envelope?.organisation_id ?? '', sealed.document_id);
    return servedPdf('attachment', stored?.name ?? '', pdf);
  },
};

const gone = servedWords(
  404,
  'This download link does not work any more. Get the documents of the envelope again for a new link.',
);

function proven(service: Service, token: string): SealedDocument | null {
  const [id = '', expires = '', proof = '', ...rest] = token.split('.');
  if (rest.length > 0 || !/^\d{1,15}$/.test(expires)) return null;
  const sealed = sealedRepository(service.store.sql).find(id);
  if (sealed === undefined || service.clock.now() >= Number(expires)) return null;
  const expected = signature(sealed.link_secret, sealed.document_id, Number(expires));
  // Compared as text: several values of the last letter decode to the same bytes.
  const given = Buffer.from(proof, 'latin1');
  return given.length === expected.length && timingSafeEqual(given, expected) ? sealed : null;
}

const signature = (secret: Buffer, id: string, expires: number): Buffer =>
  Buffer.from(createHmac('sha256', secret).update(`${id}.${expires}`).digest('base64url'), 'latin1');
