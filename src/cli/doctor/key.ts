import type { Client } from '../../client/client.js';
import { ServiceFailure, TransportFailure } from '../../client/failure.js';
import { explain } from '../failure/explain.js';
import { limits } from '../../contract/limits.js';
import { type Scope, scopes } from '../../contract/scopes.js';
import { failed, type Finding, finding, type DoctorContext } from './finding.js';

/** Checks the key: its mode, whether it is accepted, its plan, and its read scopes. */

type Outcome = 'granted' | 'missing' | 'refused' | 'excluded' | 'unknown';

interface Probed {
  readonly scope: Scope;
  readonly outcome: Outcome;
  /** Requests per minute. */
  readonly limit: number | undefined;
  readonly message: string | null;
}

/** An unused ID: a key without the scope gets 403, a key with it gets 404. */
const unknownId = '00000000-0000-4000-8000-000000000000';

const probes: Readonly<
  Partial<
    Record<Scope, (client: Client) => Promise<{ readonly rate: { readonly limit: number | undefined } | undefined }>>
  >
> = {
  'templates:read': (client) => client.call('listTemplates', { query: { limit: 1 } }),
  'envelopes:read': (client) => client.call('getEnvelope', { parameters: { envelopeId: unknownId } }),
  'documents:read': (client) => client.call('listEnvelopeDocuments', { parameters: { envelopeId: unknownId } }),
  'webhooks:read': (client) => client.call('listWebhooks', {}),
  'authorisations:read': (client) => client.call('listAuthorisations', { query: { limit: 1 } }),
};

export async function checkKey({ context, client, key, contract }: DoctorContext): Promise<readonly Finding[]> {
  if (client === null || key === null) return [finding('key', 'skipped', 'No API key to check.')];
  const probed: Probed[] = [];
  for (const [scope, act] of Object.entries(probes)) probed.push(await probe(scope as Scope, () => act(client)));
  const { mode } = key.value;
  const kind = mode === null ? 'has neither a live nor a test prefix' : `is a ${mode} key`;
  const isEmulator = await context.isEmulator();
  const emulator = isEmulator ? ' of an emulator, so no real documents are sent' : '';
  const facts = { kind: mode ?? 'unknown', emulator: isEmulator };
  const refused = probed.find(({ outcome }) => outcome === 'refused');
  if (refused !== undefined) {
    const hint = 'Store a valid one with `esign login`.';
    return [
      failed('key', 3, `The service rejected this key: ${refused.message ?? ''}`, {
        hint,
        facts: { ...facts, accepted: false },
      }),
    ];
  }
  const accepted = probed.some(({ outcome }) => outcome === 'granted' || outcome === 'missing');
  if (!accepted) {
    const message = probed.find(({ message: text }) => text !== null)?.message ?? 'The response could not be read.';
    const hint = 'Check the base URL with `esign whoami`, and run `esign doctor` again.';
    return [failed('key', 8, `Cannot check the key: ${message}`, { hint, facts })];
  }
  return [
    finding('key', 'ok', `The service accepts it, and it ${kind}${emulator}.`, { facts: { ...facts, accepted: true } }),
    planOf(probed),
    scopesOf(probed, (scope) => contract?.contract.scope(scope) ?? scope),
  ];
}

async function probe(
  scope: Scope,
  act: () => Promise<{ readonly rate: { readonly limit: number | undefined } | undefined }>,
): Promise<Probed> {
  try {
    return { scope, outcome: 'granted', limit: (await act()).rate?.limit, message: null };
  } catch (failure) {
    if (!(failure instanceof ServiceFailure)) {
      // Ctrl-C ends the command and is not a finding.
      if (failure instanceof TransportFailure && failure.reason === 'aborted') throw failure;
      return { scope, outcome: 'unknown', limit: undefined, message: explain(failure).message };
    }
    return { scope, outcome: outcomeOf(failure), limit: undefined, message: failure.message };
  }
}

function outcomeOf({ code, status }: ServiceFailure): Outcome {
  if (code === 'insufficient_scope') return 'missing';
  if (status === 401 || code === 'api_key_owner_removed') return 'refused';
  if (status === 403) return 'excluded';
  // 404 means that the key has the scope: without it the service responds with 403.
  return status === 404 ? 'granted' : 'unknown';
}

/** The plan, inferred from the requests per minute (Limits: Request rate). */
function planOf(probed: readonly Probed[]): Finding {
  const limit = probed.find((one) => one.limit !== undefined)?.limit ?? null;
  const { free, paid } = limits.requestsPerMinute;
  const plan = limit === free ? 'free' : limit === paid ? 'paid' : null;
  const facts = { requests_per_minute: limit, plan };
  if (limit === null) return finding('plan', 'skipped', 'The rate limit is unknown.', { facts });
  const guess =
    plan === 'free'
      ? 'which matches the free plan'
      : plan === 'paid'
        ? 'which matches a paid plan'
        : 'which matches no known plan';
  const words = `${limit} requests per minute, ${guess}.`;
  if (plan !== 'free') return finding('plan', 'ok', words, { facts });
  const month = `The free plan sends ${limits.freeDocumentsPerMonth} documents per month and cannot create templates.`;
  return finding('plan', 'note', `${words} ${month}`, { facts });
}

/** A key without the list of scopes may do everything; write scopes are never tried. */
function scopesOf(probed: readonly Probed[], called: (scope: Scope) => string): Finding {
  const having = (outcome: Outcome): readonly string[] => [
    ...new Set(probed.filter((one) => one.outcome === outcome).map(({ scope }) => called(scope))),
  ];
  const granted = having('granted');
  const missing = having('missing');
  const unsure = [...having('excluded'), ...having('unknown')];
  const all = Object.keys(scopes) as Scope[];
  const tried = new Set(probed.map(({ scope }) => called(scope)));
  const untried = [...new Set(all.map(called))].filter((name) => !tried.has(name));
  const facts = { granted, missing, unsure, not_probed: untried };
  const parts = [
    granted.length === 0 ? 'No read scopes' : `Has ${granted.join(', ')}`,
    ...(missing.length === 0 ? [] : [`lacks ${missing.join(', ')}`]),
    ...(unsure.length === 0 ? [] : [`unknown: ${unsure.join(', ')}`]),
  ];
  const words = `${parts.join('; ')}. Write scopes are not checked.`;
  const hint = 'The scopes of a key cannot be changed. Create another key if you need more.';
  return finding(
    'scopes',
    missing.length === 0 ? 'ok' : 'note',
    words,
    missing.length === 0 ? { facts } : { hint, facts },
  );
}
