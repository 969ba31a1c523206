import { isLoopback } from '../../core/http/network.js';
import type { HeaderList } from '../../core/http/headers.js';

/** Whether a request names this machine as its host: a name of elsewhere may resolve here (DNS rebinding). */
export function isForLocalHost(headers: HeaderList): boolean {
  const host = /^(.*?)(?::\d+)?$/.exec(headers.get('host') ?? '')?.[1] ?? '';
  return isLoopback(host);
}
