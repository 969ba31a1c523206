import { expect, it } from 'vitest';
import { CallLimit } from '../../../src/cli/agents/call-limit.js';

it('runs a limited number, queues a limited number, and refuses the rest', async () => {
  const places = new CallLimit(2, 1);
  const ends: (() => void)[] = [];
  const began: string[] = [];
  const enter = (name: string): Promise<string | null> =>
    places.run(async () => {
      began.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  const first = enter('a');
  const second = enter('b');
  const third = enter('c');
  expect(began).toEqual(['a', 'b']);
  expect(await enter('d')).toBeNull();
  ends[0]?.();
  expect(await first).toBe('a');
  await Promise.resolve();
  expect(began).toEqual(['a', 'b', 'c']);
  for (const end of ends) end();
  expect(await Promise.all([second, third])).toEqual(['b', 'c']);
  const failed = places.run(() => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');
  expect(await places.run(() => Promise.resolve('e'))).toBe('e');
});
