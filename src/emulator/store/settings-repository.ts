import type { ClockState } from '../clock.js';
import type { SqlDatabase } from './database.js';

/** Settings of the emulator across restarts. */
export interface FirstKeys {
  readonly live: string;
  readonly test: string;
}

/** What a seed file created: IDs by the names in the file. */
export interface SeededNames {
  readonly templates: Readonly<Record<string, string>>;
  /** By name; those without one by their number in the file, from 1. */
  readonly envelopes: Readonly<Record<string, string>>;
  /** In the order of the file. */
  readonly endpoints: readonly string[];
}

export interface Seeded extends SeededNames {
  /** Hex digest of the seed file. */
  readonly sha256: string;
}

export interface SettingsRepository {
  clock(): ClockState | null;
  keepClock(state: ClockState): void;
  /** The two keys that every start prints; no other key is stored in plain text. */
  firstKeys(): FirstKeys | null;
  keepFirstKeys(keys: FirstKeys): void;
  /** The secret that `esign listen` gives its endpoints, the same at every start. */
  webhookSecret(): string | null;
  keepWebhookSecret(secret: string): void;
  /** The first organisation, the default of commands and tests. */
  firstOrganisation(): string | null;
  keepFirstOrganisation(id: string, plan: string): void;
  /** The initial plan of the first organisation, which a reset restores. */
  startedPlan(): string | null;
  /** Of the seed file that the data was made from; null for other data, and after a reset. */
  seeded(): Seeded | null;
  keepSeeded(seeded: Seeded | null): void;
  /** The clock before a seed file, while that is loaded: the data of a start that finds it is only a part. */
  seeding(): ClockState | null;
  keepSeeding(before: ClockState | null): void;
  /**
   * Under which address records know the service that this data is, wherever it listens. Null in a new file, and in one
   * of an earlier build.
   */
  identity(): string | null;
  keepIdentity(address: string): void;
  /** Counts this start and returns the number of earlier ones. */
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
    webhookSecret: () => read('webhook_secret'),
    keepWebhookSecret: (secret) => write('webhook_secret', secret),
    firstOrganisation: () => read('first_organisation'),
    keepFirstOrganisation(id, plan) {
      write('first_organisation', id);
      write('started_plan', plan);
    },
    startedPlan: () => read('started_plan'),
    seeded: () => readJson<Seeded | null>('seeded'),
    keepSeeded: (seeded) => write('seeded', JSON.stringify(seeded)),
    seeding: () => readJson<ClockState | null>('seeding'),
    keepSeeding: (before) => write('seeding', JSON.stringify(before)),
    identity: () => read('identity'),
    keepIdentity: (address) => write('identity', address),
    countStart() {
      const before = Number(read('starts') ?? '0');
      write('starts', String(before + 1));
      return before;
    },
  };
}

/** The secret of the test authority; one for each data file, kept across a reset. */
export interface AuthorityRepository {
  /** 32 bytes; null in a file that was never started. */
  secret(): Buffer | null;
  /** Within a transaction. */
  keep(secret: Uint8Array): void;
}

export function authorityRepository(sql: SqlDatabase): AuthorityRepository {
  return {
    secret: () => sql.get<{ secret: Buffer }>('SELECT secret FROM certificate_authority')?.secret ?? null,
    keep: (secret) => sql.run('INSERT INTO certificate_authority (id, secret) VALUES (1, ?)', Buffer.from(secret)),
  };
}
