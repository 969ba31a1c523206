/** The Prometheus text format 0.0.4. */

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export type Family = readonly [name: string, help: string, samples: readonly Sample[]];

/** One value without labels. */
export const bare = (value: number): readonly Sample[] => [{ labels: {}, value }];

/** The gauges that have a value; `prefix` begins each name. */
export const metrics = (prefix: string, families: readonly Family[]): string =>
  families
    .filter(([, , samples]) => samples.length > 0)
    .map(([name, help, samples]) => family(`${prefix}${name}`, help, samples))
    .join('');

function family(name: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(({ labels, value }) => `${name}${labelText(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}

function labelText(labels: Sample['labels']): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
