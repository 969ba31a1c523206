import { type AgreementScene, agreementScene } from '../agreement-scene.js';
import { createEnvelope, landlord, tenant } from '../agreement.js';
import { type Answer, http } from '../http.js';
import type { Envelope } from '../shapes.js';

interface Minted {
  readonly url: string;
  readonly expires_at: string;
}

/** The origins that may frame the signing pages of the scene. */
export const origins = ['https://app.example.test', 'https://portal.example.test:8443'];
export const embeddedTenant = { ...tenant, embedded: true };
export const embeddedLandlord = { ...landlord, embedded: true };

/** Envelopes that are signed within a page of somebody else's. */
export interface EmbeddedSigning {
  readonly scene: AgreementScene;
  /** An envelope that is sent, both of its recipients embedded. */
  sent(changes?: object): Promise<Envelope>;
  mint<T = Minted>(envelope: Envelope, index?: number): Promise<Answer<T>>;
  /** Asks for the page of a signing URL as a browser does. */
  open(url: string, method?: string): Promise<Answer>;
  sign(envelope: Envelope, role: string): Promise<unknown>;
}

export function embeddedSigning(): EmbeddedSigning {
  const scene = agreementScene({
    prepare: ({ emulator, organisation }) =>
      emulator.control(`PATCH /_emulator/brands/${organisation.brandId}`, { origins }),
  });
  return {
    scene,
    sent: (changes = {}) =>
      createEnvelope(scene.organisation.live, scene.template, {
        send: true,
        recipients: [embeddedTenant, embeddedLandlord],
        ...changes,
      }),
    mint: (envelope, index = 0) =>
      scene.organisation.live(
        `POST /api/v1/envelopes/${envelope.id}/recipients/${envelope.recipients[index]!.id}/signing-url`,
      ),
    open: (url, method = 'GET') => {
      const { pathname, search } = new URL(url);
      return http(scene.emulator.url, method, `${pathname}${search}`);
    },
    sign: (envelope, role) =>
      scene.emulator.control(`POST /_emulator/envelopes/${envelope.id}/recipients/${role}/sign`, {}),
  };
}

export const text = (answer: Answer): string => answer.bytes.toString('utf8');
