import type { HttpServer } from '../http/serve.js';
import { ListenFailure } from './failure.js';

/** The port that was asked for, else the one of the run before while it is free, else any. Throws ListenFailure. */
export async function openPort(
  serveAt: (port: number) => Promise<HttpServer>,
  asked: number | null,
  former: number | null,
): Promise<HttpServer> {
  if (asked === null) return serveAt(former ?? 0).catch(() => serveAt(0));
  return serveAt(asked).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const hint = 'Choose another one with --port, or leave it out for any free one.';
    throw new ListenFailure('port_unavailable', `The port ${asked} cannot be listened on (${code}).`, hint);
  });
}
