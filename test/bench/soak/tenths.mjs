// A tenth of a soak as a row: CPU an operation, memory, what it took on the disk, and the figures of the load.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of all files below. */
export function sizeOf(path) {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : stat.size;
}

export function tenthOf({ tenth, cpu, operations, memory, disk, figures }) {
  const row = {
    tenth,
    cpu_us: cpu / operations,
    memory_mib: memory / 2 ** 20,
    disk_mib: disk / 2 ** 20,
    figures,
  };
  const others = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(value < 100 ? 1 : 0)}`);
  const used = `${row.memory_mib.toFixed(0)} MiB in memory, ${row.disk_mib.toFixed(0)} MiB on the disk`;
  const words = `${String(tenth).padStart(3)}. tenth  ${row.cpu_us.toFixed(0).padStart(6)} µs CPU`;
  return { ...row, text: `${words}, ${used}; ${others.join(', ')}` };
}
