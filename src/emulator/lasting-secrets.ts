/** URLs whose next endpoint gets a given secret instead of a new one. In memory only: a listener asks just before it. */
export interface LastingSecrets {
  want(url: string, secret: string): void;
  /** The secret for an endpoint of this URL, once. */
  take(url: string): string | null;
}

/** The oldest wishes are dropped, in case that their endpoint was never registered. */
const maxWishes = 100;

export function createLastingSecrets(): LastingSecrets {
  const wanted = new Map<string, string>();
  return {
    want(url, secret) {
      const [oldest] = wanted.keys();
      if (wanted.size >= maxWishes && oldest !== undefined) wanted.delete(oldest);
      wanted.set(url, secret);
    },
    take(url) {
      const secret = wanted.get(url) ?? null;
      wanted.delete(url);
      return secret;
    },
  };
}
