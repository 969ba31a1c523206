import { afterEach, describe, expect, it } from 'vitest';
import { withChanges } from '../../src/client/if-match.js';
import { ServiceFailure, UnexpectedAnswer } from '../../src/client/failure.js';
import { json, refusal, text, type Behaviour } from '../support/network/hostile-server.js';
import { failureOf, setScene, type Scene } from '../support/network/scene.js';

const templateId = '11111111-2222-4333-8444-555555555555';
const fieldId = '99999999-2222-4333-8444-555555555555';
const field = { id: fieldId, label: 'Rent', data_key: null, subject: null, role: 'Tenant', page: 1 };
const template = { id: templateId, name: 'Lease', fields: [field], roles: [], subjects: [], questions: [] };
const etag = `"${'a'.repeat(64)}"`;
const newer = `"${'b'.repeat(64)}"`;
const read = (body: unknown = template, tag: string = etag): Behaviour => json(200, body, { ETag: tag });

const scenes: Scene[] = [];
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

async function meet(...behaviours: Behaviour[]): Promise<Scene> {
  const scene = await setScene(behaviours);
  scenes.push(scene);
  return scene;
}

const rename = { parameters: { templateId, fieldId }, body: { label: 'Monthly rent' } };

describe('changing a template', () => {
  it('reads the template first and sends its ETag, without being asked', async () => {
    const scene = await meet(read(), read(template, newer));
    const result = await scene.client.call('renameTemplateField', rename);
    expect(result.etag).toBe(newer);
    expect(scene.server.seen.map(({ method, target }) => `${method} ${target}`)).toEqual([
      `GET /api/v1/templates/${templateId}`,
      `PATCH /api/v1/templates/${templateId}/fields/${fieldId}`,
    ]);
    expect(scene.server.seen[0]?.headers.get('if-match')).toBeUndefined();
    expect(scene.server.seen[1]?.headers.get('if-match')).toBe(etag);
  });

  it("sends the caller's own ETag without reading", async () => {
    const scene = await meet(read(template, newer));
    await scene.client.call('renameTemplateField', { ...rename, ifMatch: etag });
    expect(scene.server.seen).toHaveLength(1);
    expect(scene.server.seen[0]?.headers.get('if-match')).toBe(etag);
  });

  it('sends the ETag too where the service can do without', async () => {
    const scene = await meet(read(), read(template, newer));
    await scene.client.call('applyTemplatePerson', { parameters: { templateId, personId: 'a'.repeat(32) } });
    expect(scene.server.seen[1]?.headers.get('if-match')).toBe(etag);
  });

  it('reads the ETag for a preview as well, and sends no write for it', async () => {
    const scene = await meet(read());
    const preview = await scene.client.preview('renameTemplateField', rename);
    expect(preview.headers).toContainEqual(['If-Match', etag]);
    expect(scene.server.seen.map(({ method }) => method)).toEqual(['GET']);
  });

  it('refuses wrong input before it reads anything', async () => {
    const scene = await meet(read());
    const wrong = { parameters: { templateId, fieldId }, body: { label: ' ' } };
    expect(await failureOf(scene.client.call('renameTemplateField', wrong))).toMatchObject({ path: 'label' });
    expect(scene.server.seen).toEqual([]);
  });

  it('refuses to change a template that came without an ETag', async () => {
    const scene = await meet(json(200, template));
    const failure = await failureOf(scene.client.call('renameTemplateField', rename));
    expect(failure).toBeInstanceOf(UnexpectedAnswer);
    expect(failure).toMatchObject({
      reason: 'no_etag',
      operation: 'renameTemplateField',
      status: 200,
      attempts: 1,
      outcomeUnknown: false,
      message: expect.stringContaining('the response for the template has no ETag'),
    });
    expect(scene.server.seen).toHaveLength(1);
  });

  it('changes one that came without an ETag where the service can do without', async () => {
    const scene = await meet(json(200, template), read(template, newer));
    await scene.client.call('applyTemplatePerson', { parameters: { templateId, personId: 'a'.repeat(32) } });
    expect(scene.server.seen.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(scene.server.seen[1]?.headers.get('if-match')).toBeUndefined();
  });

  it('sends one If-Match for all attempts', async () => {
    const scene = await meet(read(), text(500, ''), read(template, newer));
    await scene.client.call('renameTemplateField', rename);
    expect(scene.server.seen.slice(1).map(({ headers }) => headers.get('if-match'))).toEqual([etag, etag]);
  });
});

describe('template_changed', () => {
  const changed = { ...template, name: 'Lease 2027', fields: [{ ...field, data_key: 'lease.rent' }] };

  it('reads the template again and says what changed since it was read', async () => {
    const scene = await meet(read(), refusal(412, 'template_changed', { ETag: newer }), read(changed, newer));
    const failure = await failureOf(scene.client.call('renameTemplateField', rename));
    expect(failure).toBeInstanceOf(ServiceFailure);
    expect(failure).toMatchObject({
      code: 'template_changed',
      status: 412,
      operation: 'renameTemplateField',
      attempts: 1,
      changes: [
        'The template is now named “Lease 2027”.',
        `The data_key of the field “Rent” on page 1 (${fieldId}) was empty and is now “lease.rent”.`,
      ],
    });
    expect(scene.server.seen.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'GET']);
  });

  it("compares with the body that came with the caller's own ETag", async () => {
    const scene = await meet(refusal(412, 'template_changed'), read(changed, newer));
    const input = { ...rename, ifMatch: etag, readBefore: { ...changed, name: 'Lease' } };
    const failure = await failureOf(scene.client.call('renameTemplateField', input));
    expect(failure).toMatchObject({ changes: ['The template is now named “Lease 2027”.'] });
  });

  it('names the new ETag where there is nothing to compare with', async () => {
    const scene = await meet(refusal(412, 'template_changed'), read(changed, newer));
    const input = { parameters: { templateId, runId: fieldId }, body: { accept: 'all' as const } };
    const failure = await failureOf(scene.client.call('acceptNamingRun', input));
    expect(failure).toMatchObject({ changes: [`Its ETag is now ${newer}.`] });
  });

  it('keeps the refusal when the template cannot be read again', async () => {
    const scene = await meet(read(), refusal(412, 'template_changed'), refusal(404, 'not_found'));
    const failure = await failureOf(scene.client.call('renameTemplateField', rename));
    expect(failure).toMatchObject({ code: 'template_changed', changes: undefined });
  });

  it('says nothing more when the template is as it was and comes without an ETag now', async () => {
    const scene = await meet(read(), refusal(412, 'template_changed'), json(200, template));
    const failure = await failureOf(scene.client.call('renameTemplateField', rename));
    expect(failure).toMatchObject({ code: 'template_changed', changes: [] });
  });

  it('is otherwise the refusal as it was, every part of it', async () => {
    const facts = {
      code: 'template_changed',
      status: 409,
      operation: 'renameTemplateField',
      retryAfter: 7,
      attempts: 3,
      idempotencyKey: 'key-1',
      wwwAuthenticate: 'Bearer',
      outcomeUnknown: true,
      rate: { limit: 600, remaining: 1, resetsAt: 5 },
      overLimit: 60,
      about: { templateId },
    };
    const asked: unknown[] = [];
    const readAgain = (input: unknown) => {
      asked.push(input);
      return Promise.resolve({ body: { ...template, name: 'Other' }, etag: newer, status: 200, attempts: 1 } as never);
    };
    const before = { etag, body: template };
    const given = await withChanges(new ServiceFailure('Changed.', facts), rename, before, readAgain);
    expect(given).toBeInstanceOf(ServiceFailure);
    expect(given).toMatchObject({ ...facts, message: 'Changed.', changes: [expect.stringContaining('“Other”')] });
    // The template alone is read, without the other parameters of the request.
    expect(asked).toEqual([{ parameters: { templateId } }]);
  });

  it('is read again also where the request named nothing', async () => {
    const asked: unknown[] = [];
    const readAgain = (input: unknown) => {
      asked.push(input);
      return Promise.reject(new Error('nothing to read'));
    };
    const facts = { code: 'template_changed', status: 412, operation: 'acceptNamingRun', attempts: 1 };
    const failure = new ServiceFailure('Changed.', facts);
    for (const input of [{}, { parameters: {} }]) {
      expect(await withChanges(failure, input, undefined, readAgain)).toBe(failure);
    }
    expect(asked).toStrictEqual([{ parameters: {} }, { parameters: {} }]);
  });

  it('is looked into for nothing else that was refused', async () => {
    const asked: unknown[] = [];
    const never = (input: unknown) => {
      asked.push(input);
      return Promise.reject(new Error('not to be read'));
    };
    const other = new ServiceFailure('No.', { code: 'not_found', status: 404, operation: 'getTemplate', attempts: 1 });
    for (const failure of [other, new Error('network'), { code: 'template_changed' }]) {
      expect(await withChanges(failure, rename, undefined, never)).toBe(failure);
    }
    expect(asked).toEqual([]);
  });
});
