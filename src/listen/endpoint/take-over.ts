import { ListenFailure } from '../failure.js';
import { pruneDead } from './prune.js';
import type { SessionOptions } from '../session-options.js';
import { fingerprint, readListeners, type ListenerState } from './state.js';

export interface TakeOver extends Pick<
  SessionOptions,
  'stateDir' | 'baseUrl' | 'account' | 'client' | 'routing' | 'process' | 'keep' | 'provider' | 'profile' | 'clock'
> {
  readonly listener: string;
  readonly sayNotPruned: (words: string) => void;
}

/**
 * Takes over what an earlier listener of the same forwarding left (`--keep`). Removes leftovers of killed listeners.
 * Throws ListenFailure when one of them is running: the app would get every event twice.
 */
export async function takeOver(of: TakeOver): Promise<ListenerState | undefined> {
  const { stateDir, baseUrl, account, client, process } = of;
  const states = (await readListeners(stateDir)).filter((state) => {
    return state.baseUrl === baseUrl && state.account === account && state.listener === of.listener;
  });
  await refuseRunning(states, of);
  await pruneDead({ client, stateDir, baseUrl, account, whereIs: process.whereIs }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    of.sayNotPruned(`Could not remove the leftovers of earlier listeners: ${why}`);
  });
  return states.find((state) => state.keep);
}

/** Throws ListenFailure when a listener with one of these records runs: the app would get every event twice. */
export async function refuseRunning(
  states: readonly ListenerState[],
  { routing, process }: Pick<TakeOver, 'routing' | 'process'>,
): Promise<void> {
  for (const state of routing.routes.length === 0 ? [] : states) {
    if ((await process.whereIs(state)) !== 'here') continue;
    throw new ListenFailure(
      'listener_running',
      `A listener is already forwarding to ${state.forwardTo ?? 'the same app'} (process ${state.pid}).`,
      'Stop it first, because the app would receive every event twice, or forward to another URL.',
    );
  }
}

/** The initial record of this listener. */
export function describeListener(
  of: TakeOver,
  before: ListenerState | undefined,
  token: string,
  port: number,
): ListenerState {
  const { baseUrl, account, profile, keep, provider, routing, process, clock } = of;
  return {
    id: before?.id ?? fingerprint(`${token} ${of.listener}`),
    listener: of.listener,
    baseUrl,
    account,
    profile,
    pid: process.pid,
    started: process.started,
    createdAt: new Date(clock.now()).toISOString(),
    keep,
    token,
    port,
    provider: provider.id,
    forwardTo: routing.routes[0]?.target.href ?? null,
    endpoints: before?.endpoints ?? [],
    localSecret: before?.localSecret ?? null,
  };
}
