import { describe, expect, it } from 'vitest';
import { json, startFakeService } from '../../support/fake-service.js';
import { newMachine } from '../../support/program.js';
import { shared } from '../../support/shared.js';

const machine = shared(newMachine);

describe('esign spec', () => {
  it('prints the description that esign is built on, offline', async () => {
    const ran = await machine.run(['spec', 'show']);
    expect(ran.code).toBe(0);
    expect(ran.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), info: { version: '0.2.0' } });
  });

  it('fetches the one that the service publishes, without a key', async () => {
    const service = await startFakeService();
    service.answer(() => json(200, { openapi: '3.1.0', info: { version: '9.9.9' }, own: true }));
    try {
      const ran = await machine.run(['spec', 'show', '--service'], { env: { ESIGN_BASE_URL: service.url } });
      expect(ran.json()).toEqual({ openapi: '3.1.0', info: { version: '9.9.9' }, own: true });
      expect(service.asked[0]?.headers.get('authorization')).toBeUndefined();
    } finally {
      await service.close();
    }
  });

  it('lists what is assumed, with the assumption it rests on', async () => {
    const { data } = (await machine.run(['spec', 'assumptions', '--json'])).json<{
      data: { name: string; assumption: string }[];
    }>();
    expect(data).toContainEqual(expect.objectContaining({ kind: 'operation', name: 'sendEnvelope', assumption: 'A3' }));
    expect(data).toContainEqual(
      expect.objectContaining({ kind: 'error code', name: 'envelope_not_draft', assumption: 'A3' }),
    );
    expect(data).toContainEqual(
      expect.objectContaining({ kind: 'status of a code', name: 'template_changed', assumption: 'A16' }),
    );
    expect(data).toContainEqual({
      kind: 'refusal',
      name: 'invalid_request',
      assumption: 'A7',
      rule: 'create-template.no-converter',
      where: expect.arrayContaining(['createTemplate']),
      what: expect.stringMatching(/^400: A Word file where no converter \(LibreOffice\) is installed is refused/),
    });
    for (const { assumption } of data) expect(assumption).toMatch(/^A\d+$/);
  });
});
