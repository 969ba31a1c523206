import type { Client } from '../client/client.js';
import { ServiceFailure } from '../client/failure.js';
import type { Webhook } from '../contract/resources/webhook.js';
import { retireListener, type HeldEndpoint, type ListenerPlace, type ListenerState, readListeners } from './state.js';

/** Whose endpoints are looked at: one service, one key, this machine. */
export interface PruneScope {
  readonly client: Pick<Client, 'call'>;
  readonly stateDir: string;
  readonly baseUrl: string;
  readonly account: string;
  readonly whereIs: (state: ListenerState) => Promise<ListenerPlace>;
}

/** The mark in the address of every endpoint that a listener registers: `/esl/<machine>/<token>`. */
const marked = /\/esl\/([a-z0-9]{8})\/([a-z0-9]{32})$/;

export const secretPath = (machine: string, token: string): string => `/esl/${machine}/${token}`;

/** Removes what listeners that were killed left behind, as far as their own records tell; how many endpoints went. */
export async function pruneDead(scope: PruneScope): Promise<number> {
  const dead = await deadListeners(scope);
  let removed = 0;
  let list: readonly Webhook[] | undefined;
  for (const state of dead) {
    for (const endpoint of state.endpoints) {
      if (endpoint.id === null) list ??= await listAll(scope);
      if (await removeHeld(scope, endpoint, list ?? [])) removed += 1;
    }
    await retireListener(scope.stateDir, state.id);
  }
  return removed;
}

/** An endpoint that a listener registered, wherever it ran. */
export interface Stray {
  readonly webhook: Webhook;
  readonly thisMachine: boolean;
  /** Ours to remove: nobody listens there any more, as far as can be told. */
  readonly removable: boolean;
  /** In words, without a full stop. */
  readonly why: string;
}

const day = 24 * 60 * 60 * 1000;

/**
 * Every endpoint with a listener's mark, and whether it may go: this machine's when no listener of this machine lives
 * there; another machine's, or another container's that shares the folder, only when it is disabled or had no success for a day. Endpoints without the mark are not
 * ours and are never in the list.
 */
export async function findStrays(scope: PruneScope, machine: string, now: number): Promise<readonly Stray[]> {
  const states = await readListeners(scope.stateDir);
  const used = new Map<string, 'alive' | 'elsewhere' | 'kept'>();
  for (const state of states) {
    const place = await scope.whereIs(state);
    if (place !== 'gone') used.set(state.token, place === 'here' ? 'alive' : 'elsewhere');
    else if (state.keep) used.set(state.token, 'kept');
  }
  return (await listAll(scope)).flatMap((webhook): Stray[] => {
    const [, owner, token = ''] = marked.exec(pathOf(webhook.url)) ?? [];
    if (owner === undefined) return [];
    const use = used.get(token);
    if (owner === machine && use !== 'elsewhere') {
      const why =
        use === 'alive' ? 'a listener is using it' : use === 'kept' ? 'created with --keep' : 'no listener uses it';
      return [{ webhook, thisMachine: true, removable: use === undefined, why }];
    }
    const last = Date.parse(webhook.last_success_at ?? webhook.created_at);
    const idle = now - last > day;
    const why = !webhook.active ? 'disabled' : idle ? 'no success for a day' : 'another machine may be using it';
    return [{ webhook, thisMachine: false, removable: !webhook.active || idle, why }];
  });
}

/** Removes an endpoint; one that is gone already is no failure. */
export async function removeEndpoint({ client }: Pick<PruneScope, 'client'>, id: string): Promise<boolean> {
  try {
    await client.call('deleteWebhook', { parameters: { webhookId: id } });
    return true;
  } catch (error) {
    if (error instanceof ServiceFailure && error.status === 404) return false;
    throw error;
  }
}

async function deadListeners({ stateDir, baseUrl, account, whereIs }: PruneScope): Promise<readonly ListenerState[]> {
  const ours = (await readListeners(stateDir)).filter((state) => {
    return state.baseUrl === baseUrl && state.account === account && !state.keep;
  });
  const places = await Promise.all(ours.map(whereIs));
  return ours.filter((_, index) => places[index] === 'gone');
}

/** One whose registration was never answered is looked for by its address, which nobody else can have. */
async function removeHeld(scope: PruneScope, { id, url }: HeldEndpoint, list: readonly Webhook[]): Promise<boolean> {
  const found = id ?? list.find((webhook) => webhook.url === url)?.id;
  return found === undefined ? false : removeEndpoint(scope, found);
}

async function listAll({ client }: Pick<PruneScope, 'client'>): Promise<readonly Webhook[]> {
  return (await client.call('listWebhooks', {})).body.data;
}

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '');
