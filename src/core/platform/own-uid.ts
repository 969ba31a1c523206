import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';

/** The user ID; -1 where the system has none or does not report it. In a container the user may have no name. */
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
