import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../platform/durable-file.js';
import { isObject, parseJson } from '../platform/json.js';

/** The offset of each service's clock, from its last responses. */
export interface ServiceClock {
  /** A service's time for a time of this machine, both in milliseconds since 1970. */
  at(host: string, local: number): number | undefined;
  /** Kept as well as can be. */
  keep(host: string, service: number, local: number): Promise<void>;
}

/** Smaller differences come from rounding and transport. */
const worthKeeping = 30_000;
const maxHosts = 200;

/** Opens the record of clocks in its folder. */
export function openServiceClock(folder: string): ServiceClock {
  const path = join(folder, 'clocks.json');
  const offsets = (): Record<string, number> => {
    try {
      const value = parseJson(readFileSync(path, 'utf8'));
      if (!isObject(value)) return {};
      return Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
      );
    } catch {
      return {};
    }
  };
  return {
    at(host, local) {
      const offset = new Map(Object.entries(offsets())).get(host);
      return offset === undefined ? undefined : local + offset;
    },
    async keep(host, service, local) {
      const offset = service - local;
      const { [host]: before, ...others } = offsets();
      if (before !== undefined && Math.abs(before - offset) < worthKeeping) return;
      const kept = Object.fromEntries([...Object.entries(others).slice(1 - maxHosts), [host, offset]]);
      await writeFileAtomic(path, `${JSON.stringify(kept)}\n`).catch(() => undefined);
    },
  };
}
