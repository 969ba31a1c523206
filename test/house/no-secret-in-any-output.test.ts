import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandLines, writeInputs } from '../support/program/command-lines.js';
import { newEmulatorMachine, people } from '../support/emulator-machine.js';
import type { Ran } from '../support/program.js';
import type { Envelope, Mail, Webhook } from '../support/shapes.js';
import { shared } from '../support/shared.js';

const at = shared(newEmulatorMachine);
/** Everything that was written to either stream, but for the one place where a secret is asked for. */
const written: string[] = [];

beforeAll(async () => {
  writeInputs(at.machine.folder);
});

async function debug(...words: readonly string[]): Promise<Ran> {
  const ran = await at.run([...words, '--debug-bodies']);
  written.push(ran.stdout, ran.stderr);
  return ran;
}

/** A command that prints a secret because it was asked to: its stdout is left out, its trace is not. */
async function asked(...words: readonly string[]): Promise<string> {
  const ran = await at.ok([...words, '--debug-bodies']);
  written.push(ran.stderr);
  return ran.stdout;
}

/** Every file of the machine's own folders but the one that is there to hold keys. */
function filesKept(): string {
  return readdirSync(at.machine.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'keys.json')
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

describe('with --debug, no secret is written anywhere', () => {
  it.each(Object.entries(commandLines))('%s', async (name, { words }) => {
    const ran = await debug(...name.split(' '), ...words);
    expect(ran.stderr).toMatch(/HTTP|\d{3}|GET|POST|PUT|PATCH|DELETE/);
  });

  it('keys, webhook secrets, signing URLs and links stay out of traces, journal and settings', async () => {
    const template = await at.template();
    const register = ['webhook', 'register', '--url', 'https://app.example.com/hooks', '--event', 'envelope.sent'];
    const webhook = JSON.parse(await asked(...register, '--json')) as Webhook;
    const rotated = JSON.parse(await asked('webhook', 'rotate', webhook.id, '--json')) as Webhook;
    await debug('webhook', 'get', webhook.id);

    const embedded = [...people.slice(0, 1), `${people[1]!},embedded=true`, ...people.slice(2)];
    const create = ['envelope', 'create', '--template', template, ...embedded, '--value', '.rental.amount=1', '--send'];
    const { id, recipients } = (await debug(...create)).json<Envelope>();
    const url = (await asked('envelope', 'signing-url', id, recipients[0]!.id, '--print')).trim();
    await debug('emulator', 'sign', id, 'Tenant');
    await debug('emulator', 'inbox');
    await debug('emulator', 'inbox', '--json');
    await debug('whoami');
    await debug('profile', 'show', 'local');
    await debug('profile', 'list', '--json');
    await debug('emulator', 'sign', id, 'Landlord');
    await debug('emulator', 'clock', 'advance', '2m');
    await debug('envelope', 'documents', id);
    const { data } = await at.emulator.control<{ data: Mail[] }>('GET /_emulator/inbox');

    const everything = `${written.join('\n')}\n${filesKept()}`;
    const secrets = {
      'live key': at.organisation.liveKey,
      'test key': at.organisation.testKey,
      'webhook secret': webhook.secret,
      'rotated secret': rotated.secret,
      'signing URL': new URL(url).pathname,
      ...Object.fromEntries(data.flatMap(({ link }, index) => (link === null ? [] : [[`link ${index}`, link]]))),
    };
    expect(Object.keys(secrets).length).toBeGreaterThan(5);
    for (const [what, secret] of Object.entries(secrets)) {
      expect(secret.length).toBeGreaterThan(12);
      expect([what, everything.includes(secret)]).toEqual([what, false]);
    }
  });
});
