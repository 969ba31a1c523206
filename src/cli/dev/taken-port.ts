import { isPortTaken, portHolder } from '../../core/http/port-holder.js';
import { shellWord } from '../flags/reach-flags.js';
import type { DevOptions } from './run.js';

/** What stands in the way of an app, and what to do, as sentences. */
export interface TakenPort {
  readonly what: string;
  readonly next: string;
}

/** Steps from a port to the ones that are proposed. */
const steps = [100, 200, 300, 400, 500];

/**
 * Whether another program already listens where the app is about to: the app would not start, or the deliveries would
 * reach the other one. Null where the port is free.
 */
export async function findTakenPort({
  forwardTo,
  words,
}: Pick<DevOptions, 'forwardTo' | 'words'>): Promise<TakenPort | null> {
  const port = Number(forwardTo.port === '' ? (forwardTo.protocol === 'https:' ? 443 : 80) : forwardTo.port);
  const { hostname } = forwardTo;
  if (!(await isPortTaken(hostname, port))) return null;
  const holder = portHolder(port);
  const by = holder === null ? 'by another program' : `by ${holder.name} (process ${holder.pid})`;
  let free: number | undefined;
  for (const step of steps) {
    if (port + step > 65_535 || (await isPortTaken(hostname, port + step))) continue;
    free = port + step;
    break;
  }
  const what = `Port ${port} is already in use ${by}, so the app cannot listen there.`;
  if (free === undefined) return { what, next: 'Stop it, or use another port.' };
  const url = new URL(forwardTo);
  url.port = String(free);
  const to = forwardTo.pathname === '/webhooks' && forwardTo.search === '' ? String(free) : url.href;
  const command = ['esign', 'dev', '--forward-to', to, '--', ...words].map(shellWord).join(' ');
  return { what, next: `Stop it, or use another port, if your app reads PORT: PORT=${free} ${command}` };
}
