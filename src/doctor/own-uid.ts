import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';

/** The number of the user; -1 where there are none, or where nothing tells it. A container may run under one without a name. */
export async function ownUid(named = (): number => userInfo().uid): Promise<number> {
  try {
    return named();
  } catch {
    return await stat('/proc/self').then(
      ({ uid }) => uid,
      () => -1,
    );
  }
}
