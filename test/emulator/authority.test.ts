import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../src/emulator/emulator.js';
import { agreementPdf, landlord, rental, tenant, upload } from '../support/agreement.js';
import { http } from '../support/http.js';
import type { Documents, Envelope, Template } from '../support/shapes.js';
import { shared } from '../support/shared.js';
import { newFolder } from '../support/folder.js';

const folder = shared(newFolder);

const pemOf = async (emulator: Emulator): Promise<string> =>
  (await emulator.control<{ pem: string }>('GET', '/_emulator/ca')).pem;

const withEmulator = async <T>(
  options: Parameters<typeof startEmulator>[0],
  use: (emulator: Emulator) => Promise<T>,
): Promise<T> => {
  const emulator = await startEmulator({ frozen: true, now: '2026-03-02T08:00:00.000Z', ...options });
  try {
    return await use(emulator);
  } finally {
    await emulator.close();
  }
};

describe('the authority of a data file', () => {
  it('stays over a restart and a reset, and differs from that of another file', async () => {
    const data = join(folder.path, 'kept.db');
    const first = await withEmulator({ data }, pemOf);
    const later = await withEmulator({ data, seed: 1 }, async (emulator) => {
      await emulator.reset();
      return await pemOf(emulator);
    });
    expect(later).toBe(first);
    expect(await withEmulator({ data: join(folder.path, 'other.db') }, pemOf)).not.toBe(first);
  });

  it('follows from the seed', async () => {
    const [one, same, other] = await Promise.all([7, 7, 8].map((seed) => withEmulator({ seed }, pemOf)));
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });
});

describe('with the same seed, the same requests and the same clock', () => {
  const agreement = agreementPdf();

  /** The digest of the sealed agreement; `curious` asks for the authority in between. */
  const sealedDigest = (curious: boolean): Promise<string> =>
    withEmulator({ seed: 12 }, async (emulator) => {
      let number = 0;
      const api = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
        const headers = { Authorization: `Bearer ${emulator.keys.live}`, 'Idempotency-Key': `same-${(number += 1)}` };
        return (await http<T>(emulator.url, method, path, { body, headers })).body;
      };
      const { id: template } = await api<Template>('POST', '/api/v1/templates', {
        documents: [upload(agreement)],
      });
      if (curious) await pemOf(emulator);
      const body = { template_id: template, recipients: [tenant, landlord], values: [rental], send: true };
      const { id } = await api<Envelope>('POST', '/api/v1/envelopes', body);
      for (const role of ['Tenant', 'Landlord']) {
        await emulator.control('POST', `/_emulator/envelopes/${id}/recipients/${role}/sign`, {});
      }
      await emulator.clock.advance('2m');
      const { documents } = await api<Documents>('GET', `/api/v1/envelopes/${id}/documents`);
      const { bytes } = await http(emulator.url, 'GET', new URL(documents[0]?.url ?? '').pathname);
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      return createHash('sha256').update(bytes).digest('hex');
    });

  it('the sealed document is the same to the last byte, signatures included', async () => {
    expect(await sealedDigest(true)).toBe(await sealedDigest(false));
  });
});
