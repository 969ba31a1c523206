import type { ClockState } from '../clock.js';
import type { SqlDatabase } from './database.js';

/** What the emulator itself remembers over a restart. */
export interface FirstKeys {
  readonly live: string;
  readonly test: string;
}

export interface SettingsRepository {
  clock(): ClockState | null;
  keepClock(state: ClockState): void;
  /** The two keys that every start prints again; no other key is kept in clear. */
  firstKeys(): FirstKeys | null;
  keepFirstKeys(keys: FirstKeys): void;
  /** The first organisation, which commands and tests use unless told. */
  firstOrganisation(): string | null;
  keepFirstOrganisation(id: string, plan: string): void;
  /** The plan that the first organisation was started with: a reset goes back to it. */
  startedPlan(): string | null;
  /** Counts this start and answers how many there were before. */
  countStart(): number;
}

export function settingsRepository(sql: SqlDatabase): SettingsRepository {
  const read = (name: string): string | null =>
    sql.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', name)?.value ?? null;
  const write = (name: string, value: string): void => {
    sql.run(
      'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
      name,
      value,
    );
  };
  const readJson = <T>(name: string): T | null => {
    const text = read(name);
    return text === null ? null : (JSON.parse(text) as T);
  };
  return {
    clock: () => readJson<ClockState>('clock'),
    keepClock: (state) => write('clock', JSON.stringify(state)),
    firstKeys: () => readJson<FirstKeys>('first_keys'),
    keepFirstKeys: (keys) => write('first_keys', JSON.stringify(keys)),
    firstOrganisation: () => read('first_organisation'),
    keepFirstOrganisation(id, plan) {
      write('first_organisation', id);
      write('started_plan', plan);
    },
    startedPlan: () => read('started_plan'),
    countStart() {
      const before = Number(read('starts') ?? '0');
      write('starts', String(before + 1));
      return before;
    },
  };
}
