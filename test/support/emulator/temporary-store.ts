import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettableClock } from '../../../src/emulator/clock.js';
import { Scheduler } from '../../../src/emulator/delivery/scheduler.js';
import type { LogEntry } from '../../../src/emulator/log.js';
import { seededRandomness } from '../../../src/emulator/random.js';
import { openStore, type OpenStore } from '../../../src/emulator/store/store.js';

/** A data file of a test's own, with a frozen clock and a scheduler over it. */
export interface Rig {
  readonly path: string;
  readonly store: OpenStore;
  readonly clock: SettableClock;
  readonly random: ReturnType<typeof seededRandomness>;
  readonly scheduler: Scheduler;
  readonly logged: LogEntry[];
  close(): void;
}

export const rigStart = Date.parse('2026-03-02T08:00:00.000Z');

export function createRig(): Rig {
  const folder = mkdtempSync(join(tmpdir(), 'esign-rig-'));
  const path = join(folder, 'emulator.db');
  const store = openStore(path);
  const clock = new SettableClock({
    real: () => rigStart,
    state: { frozen: true, at: rigStart },
    keep: () => undefined,
  });
  const random = seededRandomness(7, 0);
  const logged: LogEntry[] = [];
  const scheduler = new Scheduler({ clock, store, random, log: (entry) => logged.push(entry), deliveriesAtOnce: 16 });
  return {
    path,
    store,
    clock,
    random,
    scheduler,
    logged,
    close() {
      scheduler.stop();
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
