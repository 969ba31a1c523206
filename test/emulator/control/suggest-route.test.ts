import { expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.js';
import { bearer, http } from '../../support/http.js';
import type { Refused } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const emulator = shared(startTestEmulator);

const ask = async (line: string, body?: unknown): Promise<readonly [status: number, message: string]> => {
  const [method = '', target = ''] = line.split(' ');
  const answer = await http<Refused>(emulator.url, method, target, { body, headers: bearer(emulator.token) });
  return [answer.status, answer.body.error.message];
};

it.each([
  ['POST /_emulator/clocks', 'Did you mean POST /_emulator/clock?'],
  ['POST /_emulator/clock/advance', 'Did you mean POST /_emulator/clock?'],
  ['PUT /_emulator/clock', 'Did you mean GET or POST /_emulator/clock?'],
  ['POST /_emulator/Inbox', 'Did you mean GET /_emulator/inbox?'],
  ['POST /_emulator/fault', 'Did you mean POST /_emulator/faults?'],
  ['DELETE /_emulator/templates/x/archive', 'Did you mean POST /_emulator/templates/{templateId}/archive?'],
  [
    'POST /_emulator/envelopes/x/recipients/Tenant/sing',
    'Did you mean POST /_emulator/envelopes/{envelopeId}/recipients/{recipient}/sign?',
  ],
  ['POST /_emulator/_emulator/clock', 'Did you mean POST /_emulator/clock?'],
  ['GET /_emulator/colours-of-all-things', 'GET /_emulator/openapi.json describes the routes.'],
])('%s: %s', async (line, sentence) => {
  expect(await ask(line)).toEqual([404, `${line} is not a route of the emulator. ${sentence}`]);
});

it.each([
  [{ mod: 'live' }, 'mode is required. mod is not a property of this request. Did you mean "mode"?'],
  [
    { mode: 'live', colour: 1 },
    'colour is not a property of this request. It has "mode", "scopes", "revoked", "owner_removed", "organisation_id".',
  ],
])('a body with an unknown property names the right one: %j', async (body, message) => {
  expect(await ask('POST /_emulator/keys', body)).toEqual([400, message]);
});

it('shows no route to a caller without a credential', async () => {
  const answer = await http<Refused>(emulator.url, 'POST', '/_emulator/clocks', {});
  expect([answer.status, answer.body.error.message.includes('/_emulator/')]).toEqual([401, false]);
});
