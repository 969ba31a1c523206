type Env = Readonly<Record<string, string | undefined>>;

/**
 * The environment of a tunnel program: the user's, without the variables of esign (API key, webhook secret) and those
 * that `drop` matches, and with the given additions.
 */
export function childEnv(env: Env, changes: { readonly drop?: RegExp; readonly set?: Env } = {}): Env {
  const kept = Object.entries(env).filter(([name]) => !/^ESIGN_/i.test(name) && changes.drop?.test(name) !== true);
  return { ...Object.fromEntries(kept), ...changes.set };
}

/** Masks secrets in a program's output: the known ones, and any authtoken. */
export function masked(line: string, secrets: readonly string[]): string {
  let text = line.replace(/(auth[-_ ]?token["']?\s*[:=]\s*["']?)[^\s"',\\]{4,}/gi, '$1…');
  for (const secret of secrets) {
    if (secret.length >= 4) text = text.replaceAll(secret, '…');
  }
  return text;
}
