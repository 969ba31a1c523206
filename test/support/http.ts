import { type Agent, request } from 'node:http';

/** What came back, untouched: raw bytes, lower-case header names, and the JSON value when the answer says it is JSON. */
export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** Undefined when the answer is not JSON. */
  readonly body: T;
}

export interface Sent {
  /** An array is sent as that many headers of one name. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** A string or bytes go out as they are; anything else as JSON with its Content-Type. */
  readonly body?: unknown;
  /** Keeps the socket for the next exchange; without one, each has a socket of its own. */
  readonly agent?: Agent;
}

/** The header that carries an API key, or the token of an emulator to its own routes. */
export const bearer = (credential: string): { readonly Authorization: string } => ({
  Authorization: `Bearer ${credential}`,
});

/** One literal HTTP exchange: `target` is the raw request target, nothing is added or mended. */
export function http<T = unknown>(base: string, method: string, target: string, sent: Sent = {}): Promise<Answer<T>> {
  const { hostname, port } = new URL(base);
  const headers: Record<string, string | string[]> = Object.fromEntries(
    Object.entries(sent.headers ?? {}).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );
  const payload = toPayload(sent.body);
  if (payload !== null) {
    if (typeof sent.body !== 'string' && !Buffer.isBuffer(sent.body)) headers['Content-Type'] ??= 'application/json';
    headers['Content-Length'] = String(payload.length);
  }
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path: target, headers, agent: sent.agent ?? false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        const found: Record<string, string> = {};
        for (const [name, value] of Object.entries(response.headers)) found[name] = String(value);
        resolve({ status: response.statusCode ?? 0, headers: found, bytes, body: toJson(found, bytes) as T });
      });
    });
    call.on('error', reject);
    call.end(payload ?? undefined);
  });
}

function toPayload(body: unknown): Buffer | null {
  if (body === undefined) return null;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8');
}

function toJson(headers: Readonly<Record<string, string>>, bytes: Buffer): unknown {
  if (!(headers['content-type'] ?? '').startsWith('application/json') || bytes.length === 0) return undefined;
  return JSON.parse(bytes.toString('utf8'));
}
