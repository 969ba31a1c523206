import type { State } from '../../../src/store/state.js';

/** How many rows each transaction of some work changed. */
export async function rowsOfEachWrite(state: State, work: () => unknown): Promise<readonly number[]> {
  const changed: number[] = [];
  const { write } = state;
  const total = 'SELECT total_changes() AS count';
  const counting = <T>(each: Parameters<typeof write<T>>[0]): T =>
    write((sql) => {
      const count = (): number => sql.get<{ count: number }>(total)?.count ?? 0;
      const before = count();
      const result = each(sql);
      changed.push(count() - before);
      return result;
    });
  Object.assign(state, { write: counting });
  await work();
  Object.assign(state, { write });
  return changed;
}
