import type { Sqlite } from '../core/platform/sqlite.js';

/** Smaller differences come from rounding and transport. */
const worthKeeping = 30_000;
const maxHosts = 200;

/** A service's time for a time of this machine, both in milliseconds since 1970; undefined before its first answer. */
export function serviceTime(sql: Sqlite, host: string, local: number): number | undefined {
  const row = sql.get<{ ahead: number }>('SELECT ahead FROM clocks WHERE host = ?', host);
  return row === undefined ? undefined : local + row.ahead;
}

/** Within a transaction: keeps by how much a service's clock is ahead of this one. */
export function keepServiceTime(sql: Sqlite, host: string, service: number, local: number): void {
  const ahead = service - local;
  const before = sql.get<{ ahead: number }>('SELECT ahead FROM clocks WHERE host = ?', host);
  if (before !== undefined && Math.abs(before.ahead - ahead) < worthKeeping) return;
  sql.run(
    `INSERT INTO clocks (host, ahead, kept_at) VALUES (?, ?, ?)
     ON CONFLICT (host) DO UPDATE SET ahead = excluded.ahead, kept_at = excluded.kept_at`,
    host,
    ahead,
    local,
  );
  sql.run('DELETE FROM clocks WHERE host NOT IN (SELECT host FROM clocks ORDER BY kept_at DESC LIMIT ?)', maxHosts);
}
