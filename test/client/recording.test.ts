import { afterEach, describe, expect, it } from 'vitest';
import type { WriteOutcome } from '../../src/contract/recorded-write.js';
import { describeResult, type RequestIntent, type RequestRecord } from '../../src/client/recording.js';
import { json, refusal, reset, text, type Behaviour } from '../support/network/hostile-server.js';
import { failureOf, setScene, testKey, type Scene } from '../support/network/scene.js';

const id = '11111111-2222-4333-8444-555555555555';
const voiding = { parameters: { envelopeId: id }, body: { reason: 'whsec_in_the_reason' } };

const scenes: Scene[] = [];
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

type Line = { intent: RequestIntent; seen: number } | { id: string; outcome: WriteOutcome; attempts: number };

/** The writes whose outcome could not be recorded. */
const unrecorded: string[] = [];

async function meet(
  behaviours: readonly Behaviour[],
  broken: Partial<RequestRecord> = {},
): Promise<{ scene: Scene; lines: Line[] }> {
  const lines: Line[] = [];
  const journal: RequestRecord = {
    intent: (intent) => {
      lines.push({ intent, seen: scene.server.seen.length });
      return Promise.resolve();
    },
    settled: (settledId, outcome, attempts) => {
      lines.push({ id: settledId, outcome, attempts });
      return Promise.resolve();
    },
    isHeld: () => Promise.resolve(false),
    isKept: () => Promise.resolve(true),
    twinsOf: () => Promise.resolve([]),
    body: () => Promise.resolve(null),
    ...broken,
  };
  const onUnrecorded = (request: string): void => void unrecorded.push(request);
  const scene = await setScene(behaviours, { journal, profile: 'work', onUnrecorded });
  scenes.push(scene);
  return { scene, lines };
}

describe('what a write made', () => {
  it('is named by its id, or by the ids of the rows of a batch that were not refused', () => {
    expect(describeResult(201, { id })).toEqual({ status: 201, resource: id, unknown: false });
    const rows = [
      { index: 0, envelope: { id } },
      { index: 1, error: { code: 'invalid_request', message: 'no' } },
      { index: 2, envelope: { id: 'no uuid' } },
    ];
    expect(describeResult(200, { rows })).toEqual({
      status: 200,
      resource: undefined,
      resources: [id],
      unknown: false,
    });
  });
});

describe('the record of writes', () => {
  it('is recorded before the first byte is sent, and closed with the ID of what was created', async () => {
    const { scene, lines } = await meet([text(500, ''), json(200, { id })]);
    await scene.client.call('voidEnvelope', voiding);
    expect(lines[0]).toMatchObject({
      seen: 0,
      intent: {
        id: 'minted-2',
        operation: 'voidEnvelope',
        method: 'POST',
        path: `/api/v1/envelopes/${id}/void`,
        key: 'minted-1',
        host: `127.0.0.1:${scene.server.port}`,
        profile: 'work',
      },
    });
    expect(lines[1]).toEqual({
      id: 'minted-2',
      outcome: { status: 200, resource: id, unknown: false, serviceAt: expect.any(Number) as number },
      attempts: 2,
    });
    expect(lines).toHaveLength(2);
  });

  it('holds no key and no body, but a fingerprint that tells requests apart', async () => {
    const { scene, lines } = await meet([json(200, { id })]);
    await scene.client.call('voidEnvelope', voiding);
    await scene.client.call('voidEnvelope', voiding);
    // The reason is not part of what makes two voids the same (POST void).
    await scene.client.call('voidEnvelope', { ...voiding, body: { reason: 'another' } });
    await scene.client.call('voidEnvelope', { ...voiding, parameters: { envelopeId: id.replace('1', '2') } });
    const prints = lines.flatMap((line) => ('intent' in line ? [line.intent.fingerprint] : []));
    expect(prints[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(prints[0]).toBe(prints[1]);
    expect(prints[0]).toBe(prints[2]);
    expect(prints[0]).not.toBe(prints[3]);
    expect(JSON.stringify(lines)).not.toContain(testKey);
    expect(JSON.stringify(lines)).not.toContain('whsec_in_the_reason');
  });

  it('holds refusals by their code, and says when the outcome is unknown', async () => {
    const { scene, lines } = await meet([refusal(409, 'envelope_not_sent')]);
    await failureOf(scene.client.call('voidEnvelope', voiding));
    expect(lines[1]).toMatchObject({
      outcome: { status: 409, code: 'envelope_not_sent', unknown: false },
      attempts: 1,
    });
    const broken = await meet([reset]);
    await failureOf(broken.scene.client.call('voidEnvelope', voiding));
    expect(broken.lines[1]).toMatchObject({ outcome: { code: 'reset', unknown: true }, attempts: 3 });
  });

  it('stays open when a refusal says nothing about an attempt that went unanswered before', async () => {
    const settled = async (behaviours: readonly Behaviour[]): Promise<Line | undefined> => {
      const { scene, lines } = await meet(behaviours);
      await failureOf(scene.client.call('voidEnvelope', voiding));
      return lines[1];
    };
    const keyRefused = refusal(401, 'unauthenticated');
    expect(await settled([keyRefused])).toMatchObject({ outcome: { unknown: false } });
    expect(await settled([reset, keyRefused])).toMatchObject({ outcome: { status: 401, unknown: true } });
    expect(await settled([reset, refusal(409, 'envelope_not_sent')])).toMatchObject({ outcome: { unknown: false } });
    const running = refusal(409, 'request_in_progress');
    expect(await settled([running])).toMatchObject({ outcome: { unknown: true } });
    expect(await settled([running, keyRefused])).toMatchObject({ outcome: { status: 401, unknown: true } });
    expect(await settled([running, refusal(409, 'envelope_not_sent')])).toMatchObject({ outcome: { unknown: false } });
  });

  it('stores nothing that a service returns in place of an ID', async () => {
    const { scene, lines } = await meet([json(200, { id: 'whsec_in_the_id' })]);
    await scene.client.call('voidEnvelope', voiding);
    expect(lines[1]).toMatchObject({ outcome: { status: 200, resource: undefined } });
  });

  it('holds no reading', async () => {
    const { scene, lines } = await meet([json(200, { id })]);
    await scene.client.call('getEnvelope', { parameters: { envelopeId: id } });
    expect(lines).toEqual([]);
  });

  it('stops the request when it cannot be written', async () => {
    const full = new Error('disk full');
    const { scene } = await meet([json(200, { id })], { intent: () => Promise.reject(full) });
    expect(await failureOf(scene.client.call('voidEnvelope', voiding))).toBe(full);
    expect(scene.server.seen).toEqual([]);
  });

  it('does not turn a success into a failure when it cannot be closed', async () => {
    const { scene } = await meet([json(200, { id })], { settled: () => Promise.reject(new Error('disk full')) });
    expect((await scene.client.call('voidEnvelope', voiding)).status).toBe(200);
    expect(scene.trace.at(-1)).toBe('- the outcome of this request could not be recorded');
    expect(unrecorded).toEqual(['minted-2']);
  });
});
