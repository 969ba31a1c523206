import { setImmediate as othersTurn } from 'node:timers/promises';
import { operations } from '../../contract/operations.js';
import { ControlRefused } from '../api-types.js';
import { awaitQuiet } from '../await-quiet.js';
import { advanceTo } from '../control/clock.js';
import { type Caller, exchange, idOf } from '../control/trigger-envelope.js';
import type { Core } from '../core.js';
import type { Brand } from '../domain/organisation.js';
import { Refusal } from '../domain/refusal.js';
import type { CheckedExchange, CredentialOperationId } from '../handlers.js';
import { handlerOf } from '../handlers.js';
import { checkBody } from '../http/check-request.js';
import type { Reply } from '../http/exchange.js';
import type { Log } from '../log.js';
import { mintKey } from '../provision.js';
import { apiKeyRepository } from '../store/api-key-repository.js';
import { organisationRepository } from '../store/organisation-repository.js';
import type { SeededNames } from '../store/settings-repository.js';
import { type Control, envelopeActs } from './envelope-acts.js';
import type { SeedSources } from './load-seed.js';
import { SourceMissing } from './source-missing.js';
import type { ReadSeed, SeedMistake } from './read-seed.js';
import { timesOf } from './seed-times.js';
import { createSeedTemplate } from './seed-template.js';

/** Puts one seed into a service. */
export interface Seeding {
  readonly core: Core;
  readonly control: Control;
  readonly sources: SeedSources;
  readonly caller: (mode: 'live' | 'test') => Caller;
  /** The brand of this name. Throws Refusal. */
  readonly brandId: (name: string | undefined) => string | null;
  /** The template of this name. */
  readonly templateId: (name: string) => string;
}

/**
 * Creates what a seed file names, by the rules of the service, each act at its time; the clock ends where the file says.
 * Tries everything, and throws SeedRefused that names the place of each mistake in the file.
 */
export async function applySeed(
  core: Core,
  control: Control,
  { seed, refusal }: ReadSeed,
  sources: SeedSources,
  log: Log,
): Promise<SeededNames> {
  const { service, scheduler } = core;
  const began = core.real();
  const clock = {
    now: service.clock.now(),
    frozen: seed.clock.frozen ?? (seed.clock.at !== undefined || service.clock.frozen),
  };
  const ids = { templates: new Map<string, string>(), envelopes: new Map<string, string>(), endpoints: [] as string[] };
  const organisations = organisationRepository(service.store.sql);
  const organisation = () => {
    const found = organisations.find(core.first.organisationId);
    if (found === null) throw new Error('the data file has no first organisation');
    return found;
  };
  const all = organisations.brands(core.first.organisationId);
  const brands = {
    first: all[0],
    others: new Map(
      all
        .slice(1)
        .toReversed()
        .map((brand) => [brand.name, brand]),
    ),
  };
  const seeding: Seeding = {
    core,
    control,
    sources,
    caller: (mode) => ({ service, organisation: organisation(), mode }),
    brandId(name) {
      if (name === undefined) return null;
      const brand = brandNamed(brands, name);
      if (brand === undefined) throw new Refusal('brand_unknown', `brand "${name}" is not among the brands.`);
      return brand.id;
    },
    templateId(name) {
      const id = ids.templates.get(name);
      if (id === undefined) throw new Error('the seed was not checked');
      return id;
    },
  };
  const mistakes: SeedMistake[] = [];
  /** What goes wrong there is a mistake at this place of the file. */
  const at = async <T>(path: string, work: () => Promise<T> | T): Promise<T | undefined> => {
    // A signal is heard while a long file loads.
    await othersTurn();
    try {
      return await work();
    } catch (error) {
      if (error instanceof SourceMissing) return void mistakes.push({ path, sentence: `${path}: ${error.message}.` });
      if (!(error instanceof Refusal || error instanceof ControlRefused)) throw error;
      const [, property] = /^([a-z_]+(?:\[\d+\])?(?:\.[a-z_]+(?:\[\d+\])?)*)[ :]/.exec(error.message) ?? [];
      const place = property === undefined ? path : `${path}.${property}`;
      return void mistakes.push({ path: place, sentence: `${path}: ${error.message}` });
    }
  };

  const times = timesOf(seed, clock.now, (path, sentence) => mistakes.push({ path, sentence }));
  await scheduler.exclusively(() => scheduler.place(times.start, true));
  const { plan, ...people } = seed.organisation;
  await control('PATCH', '/_emulator/organisations/default', people);
  for (const [index, brand] of seed.brands.entries()) {
    await at(`brands[${index}]`, () => putBrand(control, brands, brand));
  }
  for (const [index, key] of seed.keys.entries()) await at(`keys[${index}]`, () => putKey(seeding, key));
  for (const [index, endpoint] of seed.endpoints.entries()) {
    const id = await at(`endpoints[${index}]`, () => putEndpoint(seeding, endpoint));
    if (id !== undefined) ids.endpoints.push(id);
  }
  for (const [index, template] of seed.templates.entries()) {
    const id = await at(`templates[${index}]`, () => createSeedTemplate(seeding, template));
    if (id !== undefined) ids.templates.set(template.name, id);
  }
  // What follows from an earlier mistake is not told.
  const failed = new Set(seed.envelopes.filter(({ template }) => !ids.templates.has(template)));
  const acts = seed.envelopes
    .flatMap((envelope, index) =>
      envelopeActs(seeding, envelope, {
        path: `envelopes[${index}]`,
        at: times.of(index),
        created: (id) => ids.envelopes.set(envelope.name ?? String(index + 1), id),
      }).map((act) => ({ ...act, envelope })),
    )
    .toSorted((one, other) => one.at - other.at);
  const last = new Map(acts.map((act) => [act.envelope, act]));
  let done = 0;
  for (const act of acts) {
    if (last.get(act.envelope) === act) done += 1;
    if (failed.has(act.envelope)) continue;
    if (act.at > service.clock.now()) await advanceTo(scheduler, new Date(act.at).toISOString());
    const before = mistakes.length;
    await at(act.path, act.run);
    if (mistakes.length > before) failed.add(act.envelope);
    await awaitQuiet(scheduler);
    if (last.get(act.envelope) === act) log({ kind: 'seed_progress', done, total: last.size });
  }
  if (mistakes.length > 0) throw refusal(mistakes);
  // An archived template takes no envelopes, and the free plan no templates.
  for (const { name, archived } of seed.templates) {
    if (archived) await control('POST', `/_emulator/templates/${seeding.templateId(name)}/archive`);
  }
  if (plan !== undefined) await control('PATCH', '/_emulator/organisations/default', { plan });
  const end = seed.clock.at === undefined && !clock.frozen ? clock.now + core.real() - began : times.end;
  await advanceTo(scheduler, new Date(Math.max(end, service.clock.now())).toISOString());
  for (const [index, { active }] of seed.endpoints.entries()) {
    const webhookId = ids.endpoints[index] ?? '';
    if (active) await call(seeding.caller('live'), 'updateWebhook', { webhookId }, { active: true });
  }
  if (!clock.frozen) scheduler.run();
  await awaitQuiet(scheduler);
  return {
    templates: Object.fromEntries(ids.templates),
    envelopes: Object.fromEntries(ids.envelopes),
    endpoints: ids.endpoints,
  };
}

/** Calls an operation as the organisation, without a key and without rate limits. Throws Refusal. */
export async function call(
  caller: Caller,
  id: CredentialOperationId,
  parameters: Readonly<Record<string, string>>,
  body: object,
  ifMatch: string | null = null,
): Promise<Reply> {
  const checked = checkBody(operations[id], body);
  const input = { ...exchange(caller, {}, undefined as never), parameters, body: checked, ifMatch };
  return await handlerOf(id)(input as CheckedExchange);
}

interface Brands {
  /** The default brand. */
  first: Brand | undefined;
  /** By their names. */
  readonly others: Map<string, Brand>;
}

const brandNamed = ({ first, others }: Brands, name: string): Brand | undefined =>
  first?.name === name ? first : others.get(name);

/** The default brand gets the name; another one of this name is changed, so that a second try finds no two. */
async function putBrand(control: Control, brands: Brands, brand: ReadSeed['seed']['brands'][number]): Promise<void> {
  const { default: isDefault, ...rest } = brand;
  const known = isDefault ? brands.first : brandNamed(brands, brand.name);
  const body = { ...rest, origins: [...new Set([...(known?.origins ?? []), ...brand.origins])] };
  const [method, path] = known === undefined ? ['POST', ''] : ['PATCH', `/${known.id}`];
  const put = (await control(method, `/_emulator/brands${path}`, body)) as Brand;
  if (put.is_default) brands.first = put;
  else brands.others.set(put.name, put);
}

/** A key as an operator would mint it, with a secret that is known already. */
async function putKey(
  { core: { service, first }, sources }: Seeding,
  key: ReadSeed['seed']['keys'][number],
): Promise<void> {
  const secret = await sources.secret(key.secret);
  const prefix = `esign_${key.mode}_`;
  if (!secret.startsWith(prefix) || !/^[\w-]{20,200}$/.test(secret.slice(prefix.length))) {
    throw new SourceMissing(`the key must be ${prefix} and 20 to 200 letters, digits, "-" or "_"`);
  }
  if (apiKeyRepository(service.store.sql).findBySecret(secret) !== null)
    throw new SourceMissing('the key already exists');
  const { mode, scopes, revoked, owner_removed } = key;
  const options = { mode, scopes, revoked, owner_removed, organisation_id: first.organisationId };
  await service.store.commit(() => mintKey(service, options, secret));
}

/** The endpoint, with the secret that the app knows already; inactive, since its app is told nothing of the past. */
async function putEndpoint(seeding: Seeding, endpoint: ReadSeed['seed']['endpoints'][number]): Promise<string> {
  const { service } = seeding.core;
  const { url, events, brand } = endpoint;
  if (endpoint.secret !== undefined) {
    const secret = await seeding.sources.secret(endpoint.secret);
    if (!/^[\x21-\x7e]{16,200}$/.test(secret)) {
      throw new SourceMissing('the secret must be 16 to 200 printable characters without spaces');
    }
    service.lastingSecrets.want(url, secret);
  }
  const caller = seeding.caller('live');
  const id = idOf(await call(caller, 'registerWebhook', {}, { url, events, brand_id: seeding.brandId(brand) }));
  await call(caller, 'updateWebhook', { webhookId: id }, { active: false });
  return id;
}
