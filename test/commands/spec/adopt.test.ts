import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmulatorMachine, newEmulatorMachine } from '../../support/emulator-machine.js';
import { type FakeService, json, startFakeService } from '../../support/fake-service.js';

let at: EmulatorMachine;
let service: FakeService;
let document: Record<string, unknown>;
beforeAll(async () => {
  at = await newEmulatorMachine();
  service = await startFakeService();
  const contract = at.write('planted.yaml', 'createEnvelope.status: 200\n"*.external_ref": reference\n');
  document = (await at.ok(['spec', 'show', '--contract', contract])).json();
});
afterAll(async () => {
  await service.close();
  await at.close();
});

describe('spec adopt', () => {
  it('writes the lines of a saved description, and shows each difference with the line that settles it', async () => {
    at.write('openapi.json', JSON.stringify(document));
    const ran = await at.ok(['spec', 'adopt', 'openapi.json', '-o', 'contract.yaml'], { terminal: true, columns: 200 });
    expect(ran.stdout).toMatch(/^createEnvelope +answer +201 +200 +createEnvelope\.status$/m);
    expect(readFileSync(at.path('contract.yaml'), 'utf8')).toBe(
      "# What a service does otherwise than esign's description 0.2.0: `esign spec adopt` from openapi.json.\n" +
        '"*.external_ref": reference\ncreateEnvelope.status: 200\n',
    );
    const again = await at.run(['spec', 'adopt', 'openapi.json', '-o', 'contract.yaml', '--json']);
    expect([again.code, again.error().message]).toEqual([2, 'contract.yaml already exists.']);
  });

  it('has nothing to write at a service that is as described', async () => {
    const ran = await at.ok(['spec', 'adopt', '--json']);
    expect(ran.json()).toMatchObject({ lines: {}, settled: [], unsettled: [], file: null });
  });

  it('keeps the file in the profile with --use, and needs a file for that', async () => {
    at.write('used.json', JSON.stringify(document));
    const without = await at.run(['spec', 'adopt', 'used.json', '--use', '--json']);
    expect([without.code, without.error().message]).toEqual([2, '--use needs a file to use.']);
    await at.ok(['spec', 'adopt', 'used.json', '-o', 'used.yaml', '--use']);
    const { contract } = (await at.ok(['whoami', '--json'])).json<{ contract: { value: string } }>();
    expect(contract.value).toBe(at.path('used.yaml'));
  });

  it('ends with 6 where something may be one of several, and names what', async () => {
    const text = JSON.stringify(document).replaceAll('"sent_at"', '"left"').replaceAll('"expires_at"', '"until"');
    at.write('unclear.json', text);
    const ran = await at.run(['spec', 'adopt', 'unclear.json', '--json']);
    expect([ran.code, ran.error().code]).toEqual([6, 'description_differs']);
    const { unsettled } = ran.json<{ unsettled: { where: string; candidates: string[] }[] }>();
    expect(unsettled).toContainEqual(
      expect.objectContaining({ where: 'answer.sent_at', candidates: ['left', 'until'] }),
    );
    const streamed = await at.run(['spec', 'adopt', 'unclear.json', '-o', '-']);
    expect([streamed.code, streamed.stdout.includes('may be one of left, until.')]).toEqual([6, true]);
  });

  it('reads a description from a URL without a key, and nothing else than one', async () => {
    service.answer(() => json(200, document));
    const ran = await at.ok(['spec', 'adopt', `${service.url}/any/openapi.json?v=2`, '--json']);
    expect(ran.json<{ lines: object }>().lines).toEqual({
      '*.external_ref': 'reference',
      'createEnvelope.status': 200,
    });
    const request = service.asked.at(-1);
    expect([request?.path, request?.headers.get('authorization')]).toEqual(['/any/openapi.json?v=2', undefined]);
    // The query may be a token, and the file is shared.
    const { stdout } = await at.run(['spec', 'adopt', `${service.url}/any/openapi.json?token=s3cret`, '-o', '-']);
    expect([
      stdout.split('\n')[0]?.endsWith(`from ${service.url}/any/openapi.json.`),
      stdout.includes('s3cret'),
    ]).toEqual([true, false]);
    service.answer(() => json(200, { hello: 'you' }));
    expect((await at.run(['spec', 'adopt', `${service.url}/x`])).code).toBe(2);
    service.answer(() => json(404, {}));
    const missing = await at.run(['spec', 'adopt', `${service.url}/x`, '--json']);
    expect([missing.code, missing.error().code, missing.error().hint]).toEqual([
      8,
      'unexpected_answer',
      expect.stringMatching(/^Check the URL\. /),
    ]);
    const nobody = await at.run(['spec', 'adopt', 'http://127.0.0.1:1/x', '--json']);
    expect([nobody.code, nobody.error().hint]).toEqual([8, missing.error().hint]);
    const plain = await at.run(['spec', 'adopt', 'http://api.example.com/openapi.json', '--json']);
    expect([plain.code, plain.error().message]).toEqual([2, expect.stringContaining('must use https')]);
  });
});
