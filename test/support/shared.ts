import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

type Ending = { close(): unknown } | { remove(): unknown };
const end = (one: Ending): unknown => ('close' in one ? one.close() : one.remove());
const become = <T>(one: T, made: T): void => void Object.defineProperties(one, Object.getOwnPropertyDescriptors(made));

/** What all tests of a file use: made before the first, and closed or removed after the last. */
export function shared<T extends Ending>(make: () => T | Promise<T>): T {
  const one = {} as T;
  beforeAll(async () => become(one, await make()));
  afterAll(() => end(one));
  return one;
}

/** What each test has of its own: made before it, and closed or removed after it. */
export function fresh<T extends Ending>(make: () => T | Promise<T>): T {
  const one = {} as T;
  beforeEach(async () => become(one, await make()));
  afterEach(() => end(one));
  return one;
}
