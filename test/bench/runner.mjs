// Runs one case: opens its subjects, warms them, then measures them in turn, round by round.
import { rowOf } from './figures.mjs';

/**
 * A case names what it measures and opens it: `ours(root)` answers `{ measure, stop }`, and `measure()` a sample of
 * microseconds of CPU, operations and further figures. `bare(warm)` does the same physical work without the program; it
 * is told the first sample of ours. A case with `rounds` is measured so often; one with `parallel` in all subjects at
 * once, because it mostly waits.
 */
export async function runCase(part, one, { root, against, rounds }) {
  const subjects = new Map();
  const peers = Object.keys(one.peers ?? {});
  try {
    const open = async (name, start) => {
      const subject = await start();
      subjects.set(name, subject);
      return one.cold === true ? undefined : await subject.measure();
    };
    const warm = await open('ours', () => one.ours(root));
    await open('control', () => one.ours(root));
    if (one.bare !== undefined) await open('bare', () => one.bare(warm));
    if (against !== null) await open('against', () => one.ours(against));
    for (const name of peers) await open(name, one.peers[name]);
    const samples = Object.fromEntries([...subjects.keys()].map((name) => [name, []]));
    for (let round = 0; round < (one.rounds ?? rounds); round += 1) {
      // Not always the same one after the same other.
      const turn = round % 2 === 0 ? [...subjects] : [...subjects].toReversed();
      const take = async ([name, subject]) => samples[name].push(await subject.measure());
      if (one.parallel === true) await Promise.all(turn.map(take));
      else for (const each of turn) await take(each);
    }
    return rowOf({ part, name: one.name, unit: one.unit, bare: one.baseline }, samples, peers);
  } finally {
    for (const subject of [...subjects.values()].toReversed()) await subject.stop?.();
  }
}
