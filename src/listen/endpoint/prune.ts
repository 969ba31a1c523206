import type { Client } from '../../client/client.js';
import { ServiceFailure } from '../../client/failure.js';
import type { Webhook } from '../../contract/resources/webhook.js';
import { listenerPath } from '../../core/platform/version.js';
import { retireListener, type HeldEndpoint, type ListenerPlace, type ListenerState, readListeners } from './state.js';

/** The scope: one service, one key, this machine. */
export interface PruneScope {
  readonly client: Pick<Client, 'call'>;
  readonly stateDir: string;
  /** Under which records know the service: that of an emulator stays with its data. */
  readonly baseUrl: string;
  readonly account: string;
  readonly whereIs: (state: ListenerState) => Promise<ListenerPlace>;
}

export const secretPath = (machine: string, token: string): string => `/esl/${machine}/${token}`;

/** Removes what killed listeners left behind, according to their records; returns the number of deleted endpoints. */
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

/** An endpoint that a listener of any machine registered. */
export interface Stray {
  readonly webhook: Webhook;
  readonly thisMachine: boolean;
  /** Safe to delete: as far as is known, no listener uses it. */
  readonly removable: boolean;
  /** As text, without a full stop. */
  readonly why: string;
}

const day = 24 * 60 * 60 * 1000;

/**
 * Every endpoint with a listener's mark, and whether it may be deleted: one of this machine when no listener uses it;
 * one of another machine or container only when it is disabled or had no success for a day. Endpoints without the mark
 * are never listed.
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
    const [, owner, token = ''] = listenerPath.exec(pathOf(webhook.url)) ?? [];
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

/** Deletes an endpoint; a missing one is not an error. */
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

/** Without a response to its registration, the endpoint is found by its unique URL. */
async function removeHeld(scope: PruneScope, { id, url }: HeldEndpoint, list: readonly Webhook[]): Promise<boolean> {
  const found = id ?? list.find((webhook) => webhook.url === url)?.id;
  return found === undefined ? false : removeEndpoint(scope, found);
}

async function listAll({ client }: Pick<PruneScope, 'client'>): Promise<readonly Webhook[]> {
  return (await client.call('listWebhooks', {})).body.data;
}

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '');
