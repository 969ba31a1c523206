import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/contract/error-codes.js';
import { newMachine } from '../support/program.js';
import { shared } from '../support/shared.js';

const machine = shared(newMachine);

describe('esign error', () => {
  it('explains every code there is', async () => {
    for (const [code, row] of Object.entries(errorCodes)) {
      const ran = await machine.run(['error', code], { terminal: true, columns: 400 });
      expect(ran.code).toBe(0);
      expect(ran.stdout).toContain(row.meaning);
      expect(ran.stdout).toContain(row.next);
    }
  });

  it('names the rules about a code by their ids', async () => {
    const { rules } = (await machine.run(['error', 'envelope_not_sent', '--json'])).json<{ rules: { id: string }[] }>();
    expect(rules.map(({ id }) => id)).toEqual(expect.arrayContaining(['void.only-open', 'status.envelope-not-sent']));
    const { stdout } = await machine.run(['error', 'envelope_not_sent'], { terminal: true, columns: 400 });
    expect(stdout).toContain('[void.only-open]');
  });

  it('knows the name that a contract file has for it, with its status', async () => {
    const contract = join(machine.folder, 'contract.yaml');
    writeFileSync(contract, 'codes.envelope_not_sent: wrong_state\ncodes.envelope_not_sent.status: 422\n');
    const ran = await machine.run(['error', 'wrong_state', '--contract', contract], { terminal: true, columns: 200 });
    expect(ran.stdout).toMatch(/^Code +envelope_not_sent \(wrong_state at this service\)$/m);
    expect(ran.stdout).toMatch(/^HTTP status +422/m);
    expect((await machine.run(['error', 'wrong_state'])).code).toBe(2);
  });

  it('lists every code as rows with --tsv', async () => {
    const { stdout } = await machine.run(['error', '--tsv']);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t')[0]),
    ).toEqual(Object.keys(errorCodes));
  });

  it('suggests the code that was meant', async () => {
    const ran = await machine.run(['error', 'template_chnged', '--json']);
    expect(ran.code).toBe(2);
    expect(ran.error()).toMatchObject({
      code: 'unknown_error_code',
      hint: 'Did you mean "template_changed"?',
    });
    const hint = 'It is a code of esign: `esign explain list_differs`.';
    expect((await machine.run(['error', 'list_differs', '--json'])).error().hint).toBe(hint);
  });

  it('says when repeating helps', async () => {
    expect((await machine.run(['error', 'request_in_progress'], { terminal: true })).stdout).toMatch(
      /Retry +automatic/,
    );
    expect((await machine.run(['error', 'forbidden'], { terminal: true })).stdout).toMatch(/Retry +no/);
  });
});
