import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../client/client.js';
import { ServiceFailure } from '../../client/failure.js';
import { dropEmulatorToken } from '../../core/config/emulator-token.js';
import type { Webhook } from '../../contract/resources/webhook.js';
import { hidePath } from '../../listen/endpoint/endpoint.js';
import { findStrays, pruneDead, type PruneScope, removeEndpoint } from '../../listen/endpoint/prune.js';
import {
  fingerprint,
  listenFolder,
  type ListenerPlace,
  type ListenerState,
  machineMark,
  readListeners,
} from '../../listen/endpoint/state.js';
import { JournalFailure } from '../../store/failure.js';
import { openState } from '../../store/state.js';
import { whereIs } from '../../core/platform/process-identity.js';
import { findRunning } from '../emulator/running.js';
import { pluralize } from '../context/counted.js';
import { explainAny } from '../failure/explain-any.js';
import { NativePackageTrouble } from '../../core/platform/native-package.js';
import { failed, type Finding, finding, type DoctorContext } from './finding.js';

/** Leftovers of earlier runs: listeners, their endpoints, emulators, requests without a known outcome. */

const placeOf = ({ pid, started }: ListenerState): Promise<ListenerPlace> => whereIs(pid, started);

export async function checkListeners(doctorContext: DoctorContext): Promise<readonly Finding[]> {
  const { context, fix, client } = doctorContext;
  const stateDir = context.settings().stateDir.value;
  const states = await readListeners(stateDir);
  const places = await Promise.all(states.map(placeOf));
  const living = states.filter((_, at) => places[at] === 'here');
  const elsewhere = states.filter((_, at) => places[at] === 'elsewhere');
  const kept = states.filter(({ keep }, at) => places[at] === 'gone' && keep);
  const dead = states.filter(({ keep }, at) => places[at] === 'gone' && !keep);
  const facts = { alive: living.length, elsewhere: elsewhere.length, kept: kept.length, dead: dead.length };
  const others = elsewhere.length === 0 ? '' : `, ${elsewhere.length} in other containers or machines (unchanged)`;
  const words = `${pluralize(living.length, 'listener')} running, ${kept.length} saved for the next run${others}`;
  if (dead.length === 0) return [finding('listeners', 'ok', `${words}.`, { facts })];
  const scope = await scopeOf(doctorContext);
  const ours = dead.filter((state) => state.baseUrl === scope?.baseUrl && state.account === scope.account);
  if (fix && client !== null && scope !== null && ours.length > 0) {
    const removed = await pruneDead(scope);
    const words = `Removed ${pluralize(ours.length, 'listener')} that ended without cleaning up`;
    return [finding('listeners', 'fixed', `${words}, and ${pluralize(removed, 'endpoint')}${others}.`, { facts })];
  }
  const hint =
    ours.length > 0
      ? 'Remove them and their endpoints: esign doctor --fix'
      : `They used ${serviceOf(dead[0])} or another key. Run this command with that profile.`;
  return [finding('listeners', 'warning', `${words}, ${dead.length} ended without cleaning up.`, { hint, facts })];
}

/** Endpoints that a listener of this machine registered and no longer uses, and endpoints that fail. */
export async function checkEndpoints(doctorContext: DoctorContext): Promise<readonly Finding[]> {
  const { context, client, fix } = doctorContext;
  const scope = await scopeOf(doctorContext);
  if (client === null || scope === null)
    return [finding('endpoints', 'skipped', 'Could not list the webhook endpoints.')];
  const data = await readEndpoints(client);
  if (data === null) return [finding('endpoints', 'skipped', 'This key is not allowed to list webhook endpoints.')];
  const troubled = data.filter(({ active, consecutive_failures: failures }) => !active || failures > 0);
  const names: readonly string[] = await readdir(listenFolder(scope.stateDir)).catch(() => []);
  const known = names.includes('machine');
  const strays = known ? await findStrays(scope, await machineMark(scope.stateDir), context.clock.now()) : [];
  const stale = strays.filter(({ thisMachine, removable }) => thisMachine && removable).map(({ webhook }) => webhook);
  const facts = { count: data.length, stale: stale.map(({ id }) => id), troubled: troubled.map(({ id }) => id) };
  const found: Finding[] = [];
  if (stale.length > 0) {
    const named = stale.map(({ url }) => hidePath(url)).join(', ');
    if (fix) for (const { id } of stale) await removeEndpoint(scope, id);
    found.push(
      fix
        ? finding(
            'stale_endpoints',
            'fixed',
            `Deleted ${pluralize(stale.length, 'endpoint')} without a listener: ${named}.`,
            { facts },
          )
        : finding('stale_endpoints', 'warning', `No listener uses ${named} anymore.`, {
            hint: 'Delete it: esign doctor --fix',
            facts,
          }),
    );
  }
  if (troubled.some(({ id }) => !stale.some((one) => one.id === id))) {
    const words = `${troubled.length} of ${pluralize(data.length, 'endpoint')} disabled or failing.`;
    return [
      ...found,
      finding('endpoints', 'warning', words, { hint: 'To find out why, run: esign webhook check', facts }),
    ];
  }
  return [
    ...found,
    finding('endpoints', 'ok', `${pluralize(data.length, 'endpoint')}, none disabled or failing.`, { facts }),
  ];
}

/** Null when the key lacks the scope, which the key check reports. */
async function readEndpoints(client: Client): Promise<readonly Webhook[] | null> {
  try {
    return (await client.call('listWebhooks', {})).body.data;
  } catch (failure) {
    if (failure instanceof ServiceFailure && (failure.status === 401 || failure.status === 403)) return null;
    throw failure;
  }
}

async function scopeOf({ context, client, baseUrl, key }: DoctorContext): Promise<PruneScope | null> {
  if (client === null || baseUrl === null || key === null) return null;
  const stateDir = context.settings().stateDir.value;
  const account = fingerprint(key.value.secret);
  return { client, stateDir, baseUrl: await context.recordedAs(), account, whereIs: placeOf };
}

/** An emulator goes by its data, and not by a URL that somebody knows. */
const serviceOf = (state: ListenerState | undefined): string =>
  state?.profile == null ? (state?.baseUrl ?? 'another base URL') : `the profile ${state.profile}`;

/** Records of `emulator start` about emulators that were killed. */
export async function checkEmulators({ context, fix }: DoctorContext): Promise<readonly Finding[]> {
  const stateDir = context.settings().stateDir.value;
  const names = (await readdir(stateDir).catch(() => [])).flatMap(
    (file) => /^emulator-([\w.-]+)\.json$/.exec(file)?.[1] ?? [],
  );
  const found = await Promise.all(names.map(async (name) => ({ name, ...(await findRunning(context, name)) })));
  const removed = found.filter(({ where }) => where === 'gone');
  const ended = removed.map(({ name }) => name);
  const elsewhere = found.filter(({ where }) => where === 'elsewhere').map(({ name }) => name);
  const alive = found.flatMap(({ name, where, running }) =>
    where === 'here' && running !== null ? [`${name} at ${running.url}`] : [],
  );
  const facts = { running: alive.length, elsewhere, ended };
  const words = [
    alive.length === 0 ? 'No emulator is running.' : `Running: ${alive.join(', ')}.`,
    ...(elsewhere.length === 0 ? [] : [`In other containers or machines (unchanged): ${elsewhere.join(', ')}.`]),
  ].join(' ');
  if (ended.length === 0) return [finding('emulators', 'ok', words, { facts })];
  if (!fix) {
    const hint = 'Remove its record with `esign doctor --fix`, or start it again with `esign emulator start`.';
    return [finding('emulators', 'warning', `${words} Ended unexpectedly: ${ended.join(', ')}.`, { hint, facts })];
  }
  for (const { name, running } of removed) {
    await rm(join(stateDir, `emulator-${name}.json`), { force: true });
    if (running !== null) await dropEmulatorToken(stateDir, running.url);
  }
  return [
    finding('emulators', 'fixed', `${words} Removed the record of ${ended.join(', ')}, which ended unexpectedly.`, {
      facts,
    }),
  ];
}

/** Requests without a known outcome; resuming sends requests, so it is never done here. */
export async function checkWrites({ context, fix }: DoctorContext): Promise<readonly Finding[]> {
  const journal = await context.journal();
  const found = await journal.facts().catch((failure: unknown) => {
    if (failure instanceof JournalFailure || failure instanceof NativePackageTrouble) return failure;
    throw failure;
  });
  if (found instanceof NativePackageTrouble) {
    const { message, hint } = explainAny(found);
    const words = `${message} No request can be sent that changes something.`;
    return [failed('writes', 1, words, hint === null ? {} : { hint })];
  }
  if (found instanceof JournalFailure) {
    if (found.code === 'journal_damaged' && fix) return [setAside(context.settings().stateDir.value)];
    const { message, hint } = explainAny(found);
    return [failed('writes', 1, message, { ...(hint === null ? {} : { hint }), facts: { code: found.code } })];
  }
  const { writes, unsettled, envelopes, oldest } = found;
  const facts = { writes, unsettled, envelopes, oldest };
  const since = oldest === null ? '' : ` since ${oldest.slice(0, 10)}`;
  const held = `This machine has recorded ${pluralize(writes, 'request')} and ${pluralize(envelopes, 'envelope')}${since}.`;
  const open =
    unsettled === 0
      ? []
      : [
          `${pluralize(unsettled, 'request')} from this machine ${unsettled === 1 ? 'has' : 'have'} an unknown outcome.`,
        ];
  if (open.length > 0) {
    return [
      finding('writes', 'warning', [...open, held].join(' '), {
        hint: 'Resume with `esign request resume --all`.',
        facts,
      }),
    ];
  }
  return [finding('writes', 'ok', `Every request from this machine has a known outcome. ${held}`, { facts })];
}

/** A damaged record stays, under another name: what it held can be read from there by hand. */
function setAside(stateDir: string): Finding {
  const aside = openState(stateDir).setAside();
  const words =
    `The damaged record of this machine is now ${aside}. Lost here: requests with an unknown outcome, used keys, rows of ` +
    'bulk runs, deliveries that were not forwarded, unfinished rotations of secrets, known envelopes and last-seen ' +
    'templates. Not affected: the service, results files, profiles and keys. Check in the service what was sent.';
  return finding('writes', 'fixed', words, { facts: { aside } });
}
