import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { http } from '../../../support/http.js';
import { openPrepare, type OpenPrepare, asRead, preparedField } from '../../../support/pages/template-prepare.js';

let page: OpenPrepare;
beforeAll(async () => {
  page = await openPrepare({ form: { fields: [preparedField()], groups: [] } });
  await page.visit();
});
afterAll(() => page?.close());

describe('the page of template prepare', () => {
  it('is for the browser that opens it first, from its own origin and host', async () => {
    const again = await fetch(page.url);
    expect([again.status, await again.text()]).toEqual([403, expect.stringContaining('run it again')]);
    expect((await page.get('state', { cookie: 'template_prepare=guess' })).status).toBe(403);
    expect((await page.post('save', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const { origin, pathname } = new URL(page.url);
    expect((await http(origin, 'GET', pathname, { headers: { Host: 'evil.example' } })).status).toBe(421);
    expect((await page.visit()).headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('has the pages as pictures, and refuses what it does not know', async () => {
    const picture = await page.get('pages/0');
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect((await page.get('pages/99')).status).toBe(404);
    expect((await page.get('__proto__')).status).toBe(404);
    expect((await page.post('done-not', {})).status).toBe(404);
  });

  it('takes a whole form, and refuses one of another shape', async () => {
    const save = (form: unknown): Promise<Response> => page.post('save', { version: 1, form });
    const [field] = asRead({ fields: [preparedField({ label: 'Drawn' })], groups: [] }).fields;
    const whole = { fields: [field], groups: [], right: [] };
    const wrong = [
      null,
      { ...whole, fields: 'none' },
      { ...whole, fields: [{ ...field, type: 'button' }] },
      { ...whole, fields: [{ ...field, key_from: 'somewhere' }] },
      { ...whole, fields: [{ ...field, rect: { x: 0.1, y: 0.1, w: 2, h: 0.1 } }] },
      { ...whole, fields: [{ ...field, label: 'x'.repeat(2001) }] },
      { ...whole, right: [{ field: 0, words: 'x'.repeat(2001) }] },
    ];
    for (const form of wrong) expect((await save(form)).status).toBe(400);
    expect(page.written).toHaveLength(1);
    // What the page knows besides is not written.
    const answer = await save({ ...whole, fields: [{ ...field, id: 7 }] });
    expect(await answer.json()).toMatchObject({ version: 2, problems: [] });
    expect(page.written.at(-1)).toEqual({ fields: [preparedField({ label: 'Drawn' })], groups: [] });
  });
});
