import { afterAll, beforeAll } from 'vitest';

/** What all tests of a file use: made before the first, and closed or removed after the last. */
export function shared<T extends { close(): unknown } | { remove(): unknown }>(make: () => Promise<T>): T {
  const one = {} as T;
  beforeAll(async () => void Object.defineProperties(one, Object.getOwnPropertyDescriptors(await make())));
  afterAll(() => ('close' in one ? one.close() : (one as { remove(): unknown }).remove()));
  return one;
}
