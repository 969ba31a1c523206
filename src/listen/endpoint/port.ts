import type { HttpServer } from '../../core/http/serve.js';
import { ListenFailure } from '../failure.js';

/** The requested port, else the port of the previous run if it is free, else any. Throws ListenFailure. */
export async function openPort(
  serveAt: (port: number) => Promise<HttpServer>,
  asked: number | null,
  former: number | null,
): Promise<HttpServer> {
  if (asked === null) return serveAt(former ?? 0).catch(() => serveAt(0));
  return serveAt(asked).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const hint = 'Use another --port, or omit it to use any free port.';
    throw new ListenFailure('port_unavailable', `Cannot listen on port ${asked} (${code}).`, hint);
  });
}
