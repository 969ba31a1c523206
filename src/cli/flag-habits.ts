/** Flags of similar programs, and the flags here; the first one that a command has is suggested. */
export const flagHabits: Readonly<Record<string, readonly string[]>> = {
  '--csv': ['--rows', '--json'],
  '--format': ['--json'],
  '--output-format': ['--json'],
  '--fields': ['--json'],
  '--query': ['--jq'],
  '--filter': ['--status', '--jq'],
  '-d': ['--detach', '--data'],
  '--background': ['--detach'],
  '--daemon': ['--detach'],
  '-v': ['--version', '--debug'],
  '-o': ['--json'],
  '--verbose': ['--debug'],
  '--trace': ['--debug'],
  '-y': ['--yes'],
  '--force': ['--yes'],
  '--confirm': ['--yes'],
  '-n': ['--limit', '--dry-run'],
  '--max': ['--limit'],
  '--per-page': ['--limit'],
  '--page-size': ['--limit'],
  '--after': ['--cursor'],
  '--starting-after': ['--cursor'],
  '--silent': ['--quiet'],
  '--with-token': ['--api-key-stdin'],
  '--api-key': ['--api-key-stdin'],
  '--token': ['--api-key-stdin'],
  '--live': ['--mode'],
  '--test': ['--mode'],
  '--host': ['--base-url'],
  '--endpoint': ['--base-url'],
  '--forward': ['--forward-to'],
  '--to': ['--forward-to', '--recipient'],
  '--signer': ['--recipient'],
  '--file': ['--input', '--from-file', '--output'],
  '--out': ['--output'],
  '--events': ['--event'],
  '--wait-for': ['--until'],
  '--no-color': ['--color'],
  '--no-colour': ['--color'],
};

/** The flag of the command that a flag of another program means; null when the command has none of them. */
export function flagMeant(flag: string, own: readonly string[]): string | null {
  const meant = Object.hasOwn(flagHabits, flag) ? (flagHabits[flag] ?? []) : [];
  return meant.find((each) => own.includes(each)) ?? null;
}
