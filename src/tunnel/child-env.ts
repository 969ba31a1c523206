type Env = Readonly<Record<string, string | undefined>>;

/**
 * The environment of a tunnel program: the user's, without everything of ours (the API key and the webhook secret are
 * nobody else's business), without what `drop` matches, and with what is set on top.
 */
export function childEnv(env: Env, changes: { readonly drop?: RegExp; readonly set?: Env } = {}): Env {
  const kept = Object.entries(env).filter(([name]) => !/^ESIGN_/i.test(name) && changes.drop?.test(name) !== true);
  return { ...Object.fromEntries(kept), ...changes.set };
}

/** Takes secrets out of a program's line: the ones we know, and whatever it calls an authtoken itself. */
export function masked(line: string, secrets: readonly string[]): string {
  let text = line.replace(/(auth[-_ ]?token["']?\s*[:=]\s*["']?)[^\s"',\\]{4,}/gi, '$1…');
  for (const secret of secrets) {
    if (secret.length >= 4) text = text.replaceAll(secret, '…');
  }
  return text;
}
