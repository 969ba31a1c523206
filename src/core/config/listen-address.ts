/** Variables that `esign listen --expect` sets for its command besides ESIGN_BASE_URL, which then is a local URL. */
export interface ListenAddress {
  /** The base URL of the real service. */
  readonly service: string;
  /** The URL to which `esign` reports the envelopes that it creates, sends or voids. */
  readonly notes: URL;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The listener that runs this program; null when there is none. */
export function listenAddressIn(env: Environment): ListenAddress | null {
  const service = env['ESIGN_LISTEN_SERVICE'] ?? '';
  const text = env['ESIGN_LISTEN_NOTES'] ?? '';
  const notes = service !== '' && URL.canParse(text) ? new URL(text) : null;
  return notes?.protocol === 'http:' && notes.hostname === '127.0.0.1' ? { service, notes } : null;
}

/**
 * ESIGN_BASE_URL, or the real service when that is the URL of a listener: records and profiles go by the service, and the
 * API key is sent nowhere else.
 */
export function baseUrlIn(env: Environment): string | undefined {
  const address = env['ESIGN_BASE_URL'];
  const listener = listenAddressIn(env);
  if (listener === null || address === undefined || !URL.canParse(address)) return address;
  return new URL(address).origin === listener.notes.origin ? listener.service : address;
}
