import { beforeAll, describe, expect, it } from 'vitest';
import { filledSource } from '../../../src/authoring/template/filled-source.js';
import { previewOf } from '../../../src/authoring/template/preview-source.js';
import type { Template } from '../../../src/contract/resources/template.js';
import { sharedEngine } from '../../support/documents/document-engine.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { canReadPdf, textOf } from '../../support/documents/read-pdf.js';
import { leasePdf } from '../../support/template-of.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: Template;
beforeAll(async () => {
  at.write('lease.pdf', Buffer.from(leasePdf()));
  const id = (await at.ok(['template', 'create', 'lease.pdf', '-q'])).stdout.trim();
  await at.ok(['template', 'apply', id, '--all', '--yes']);
  template = (await at.ok(['template', 'get', id, '--json'])).json<Template>();
});

async function page(number: number): Promise<string> {
  const source = previewOf({ body: template, etag: undefined }, (_, each) => sharedEngine().page(leasePdf(), each));
  const pdf = await filledSource(
    { clock: { now: () => 0, sleep: () => Promise.resolve() } },
    sharedEngine(),
    source,
  ).pdfOf(number);
  return textOf(Buffer.from(pdf));
}

describe.skipIf(!canReadPdf)('a page filled with samples', () => {
  it('reads as if people had filled it in, each under one name', async () => {
    const first = await page(1);
    expect(first).not.toMatch(/Full name of the landlord|Email address of/);
    const emails = [...first.matchAll(/(\w+)\.(\w+)@example\.com/g)].map(([, ...names]) => names);
    expect(emails).toHaveLength(3);
    expect(new Set(emails.flat()).size).toBe(6);
    const landlord = emails[0]!.map((name) => new RegExp(name, 'i'));
    for (const name of landlord) expect(first).toMatch(name);
    expect(first.match(/\b\d{13}\b/g)).toHaveLength(3);
    expect(first).toMatch(/\d{3} 000 \d{4}/);
  });

  it('has the initials of the people, and their signatures', async () => {
    const [first, last] = [await page(1), await page(template.pages.length)];
    const [, name = ''] = /Full name \*\s.*?([A-Z][a-z]+ (?:van |du )?[A-Z][a-z]+)/.exec(first) ?? [];
    const initials = [...name.matchAll(/\b\w/g)].join('').toUpperCase();
    expect(first).toContain(initials);
    expect(last).toContain(name);
  });
});
