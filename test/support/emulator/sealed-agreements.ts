import { type AgreementScene, agreementScene } from '../agreement-scene.js';
import { createEnvelope, rental } from '../agreement.js';
import { minute } from '../emulator.js';
import type { Documents, Envelope } from '../shapes.js';

/** Envelopes with every answer, brought as far as a test needs them. */
export interface SealedAgreements {
  readonly scene: AgreementScene;
  sent(changes?: object): Promise<Envelope>;
  /** Signed by everybody, and not sealed yet. */
  completed(changes?: object): Promise<Envelope>;
  sealed(changes?: object): Promise<Envelope>;
  sign(envelope: Envelope, role: string): Promise<unknown>;
  documents(envelope: Envelope): Promise<Documents>;
}

const values = [rental, { subject: 'tenant', key: 'person.full_name', value: 'Thandi Mokoena' }];

export function sealedAgreements(): SealedAgreements {
  const scene = agreementScene();
  const agreements: SealedAgreements = {
    scene,
    sent: (changes = {}) => createEnvelope(scene.organisation.live, scene.template, { send: true, values, ...changes }),
    async completed(changes) {
      const envelope = await agreements.sent(changes);
      await agreements.sign(envelope, 'Tenant');
      await agreements.sign(envelope, 'Landlord');
      return envelope;
    },
    async sealed(changes) {
      const envelope = await agreements.completed(changes);
      await scene.emulator.advance(2 * minute);
      return envelope;
    },
    sign: (envelope, role) =>
      scene.emulator.control(`POST /_emulator/envelopes/${envelope.id}/recipients/${role}/sign`, {}),
    documents: async (envelope) =>
      (await scene.organisation.live<Documents>(`GET /api/v1/envelopes/${envelope.id}/documents`)).body,
  };
  return agreements;
}
