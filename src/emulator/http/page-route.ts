import type { ServedReply, ServedRequest } from '../../core/http/serve.js';
import type { Service } from '../service.js';
import { isLoopback } from '../../core/http/network.js';
import type { HeaderList } from '../../core/http/headers.js';

/** A route for browsers: the signing pages and the short-lived downloads. It takes no API key. */
export interface PageRoute {
  /** `HEAD` only where it does not do what `GET` does, which it otherwise stands for. */
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** With `{name}` for each parameter, percent-decoded before `handle`. */
  readonly path: string;
  handle(call: PageCall): Promise<ServedReply> | ServedReply;
}

export interface PageCall {
  readonly service: Service;
  readonly request: ServedRequest;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Whether a request names this machine as its host: a name of elsewhere may resolve here (DNS rebinding). */
export function isForLocalHost(headers: HeaderList): boolean {
  const host = /^(.*?)(?::\d+)?$/.exec(headers.get('host') ?? '')?.[1] ?? '';
  return isLoopback(host);
}
