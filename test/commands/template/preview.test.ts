import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { formPdf } from '../../support/form-pdf.js';
import type { Template } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

interface Preview {
  readonly files: readonly string[];
  readonly page_count: number;
  readonly roles: readonly { readonly role: string | null; readonly colour: string }[];
  readonly fields: readonly { readonly number: number; readonly page: number; readonly address: string | null }[];
}

const at = shared(newEmulatorMachine);
let template: string;
beforeAll(async () => {
  template = await at.template('../Lease <b>');
  const boxes = [
    { kind: 'text', name: 'name', at: [100, 600, 200, 40], tooltip: '<img src=x onerror=alert(1)>' },
  ] as const;
  const lines = [{ text: 'A page', y: 700 }];
  at.write('form.pdf', formPdf([{ lines, boxes }, { lines }]));
});

/** Looks up the colour of a pixel, at fractions of the picture. */
function pixels(path: string): (x: number, y: number) => readonly number[] {
  const { width, height, data } = PNG.sync.read(readFileSync(path));
  return (x, y) => {
    const from = (Math.round(y * height) * width + Math.round(x * width)) * 4;
    return [...data.subarray(from, from + 3)];
  };
}

/** The page with its pictures cut out, and the pictures. */
function withoutPictures(html: string): readonly [string, ...(readonly string[])] {
  const pictures = [...html.matchAll(/data:image\/png;base64,[A-Za-z0-9+/=]+/g)].map(([picture]) => picture);
  return [pictures.reduce((rest, picture) => rest.replace(picture, 'PICTURE'), html), ...pictures];
}

describe('template preview', () => {
  it('of a file draws its fields at their places, without a service', async () => {
    const env = { ESIGN_BASE_URL: 'http://127.0.0.1:9' };
    const made = (await at.ok(['template', 'preview', 'form.pdf', '-o', 'pages', '--json'], { env })).json<Preview>();
    expect(readdirSync(at.path('pages')).toSorted()).toEqual(['legend.txt', 'page-1.png', 'page-2.png']);
    expect([made.page_count, made.fields.length, made.roles[0]?.colour]).toEqual([2, 1, '#475569']);
    const [first, second] = [pixels(at.path('pages/page-1.png')), pixels(at.path('pages/page-2.png'))];
    // The box is 200 by 40 points at (100, 600) from the bottom left of 595 by 842.
    const inside = first(250 / 595, (842 - 620) / 842);
    expect(inside.every((part) => part > 200 && part < 250)).toBe(true);
    const edge = first(250 / 595, (842 - 640) / 842);
    expect(edge[0]! < 140 && edge[2]! > edge[0]!).toBe(true);
    expect(first(250 / 595, (842 - 560) / 842)).toEqual([255, 255, 255]);
    expect(second(250 / 595, (842 - 620) / 842)).toEqual([255, 255, 255]);
    expect(readFileSync(at.path('pages/legend.txt'), 'utf8')).toMatch(/^1 +1 +- .* text$/m);
  });

  it('of a template takes its pages and fields from the service', async () => {
    const { fields, roles } = (await at.ok(['template', 'get', template])).json<Template>();
    const made = (await at.ok(['template', 'preview', template, '--json'])).json<Preview>();
    expect(made.fields.length).toBe(fields.length);
    expect(made.roles.map(({ role }) => role).toSorted()).toEqual(roles.map(({ name }) => name).toSorted());
    expect(new Set(made.roles.map(({ colour }) => colour)).size).toBe(made.roles.length);
    expect(made.fields.map(({ address }) => address)).toContain('tenant.person.full_name');
    const [file] = made.files;
    // The name of a template is not a path.
    expect(file).toBe(at.path('Lease _b_-preview.html'));
  });

  it('is one HTML file that asks for nothing, runs nothing and escapes what it shows', async () => {
    await at.ok(['template', 'preview', 'form.pdf', '-o', 'form.html', '--page', '1']);
    const [html, ...pictures] = withoutPictures(readFileSync(at.path('form.html'), 'utf8'));
    expect(html).toMatch(/Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'sha256-/);
    expect(html).not.toMatch(/<script|<link|<img|https?:|\ssrc="/);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(pictures).toHaveLength(1);
    expect(html).not.toContain('id="page-2"');
  });

  it('overwrites nothing by default, and leaves no incomplete folder', async () => {
    writeFileSync(at.path('kept.html'), 'mine');
    const ran = await at.run(['template', 'preview', 'form.pdf', '-o', 'kept.html', '--page', '1', '--json']);
    expect([ran.code, ran.error().code, readFileSync(at.path('kept.html'), 'utf8')]).toEqual([
      2,
      'file_exists',
      'mine',
    ]);
    await at.ok(['template', 'preview', 'form.pdf', '-o', 'kept.html', '--page', '1', '--force']);
    expect(readFileSync(at.path('kept.html'), 'utf8')).toContain('<!doctype html>');
    mkdirSync(at.path('half'));
    writeFileSync(at.path('half/legend.txt'), 'mine');
    expect((await at.run(['template', 'preview', 'form.pdf', '-o', 'half', '--page', '1'])).code).toBe(2);
    expect(readdirSync(at.path('half'))).toEqual(['legend.txt']);
  });

  it('goes to stdout as a picture or as a page, never to a terminal', async () => {
    const ran = await at.run(['template', 'preview', 'form.pdf', '-o', '-', '--format', 'png']);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('--page')]);
    expect((await at.ok(['template', 'preview', 'form.pdf', '--page', '1', '-o', '-'])).stdout).toMatch(
      /^<!doctype html>/,
    );
    expect((await at.run(['template', 'preview', 'form.pdf', '-o', '-'], { terminal: true })).code).toBe(2);
  });

  it('refuses a missing page, an invalid file, and an unknown extension', async () => {
    expect((await at.run(['template', 'preview', 'form.pdf', '--page', '3', '-o', 'x.html'])).code).toBe(4);
    at.write('text.pdf', 'no PDF');
    const ran = await at.run(['template', 'preview', 'text.pdf', '-o', 'x.html', '--json']);
    expect([ran.code, ran.error().message]).toEqual([5, 'text.pdf is plain text.']);
    expect((await at.run(['template', 'preview', 'form.pdf', '-o', 'x.tiff'])).code).toBe(2);
    expect(existsSync(at.path('x.html'))).toBe(false);
  });
});
