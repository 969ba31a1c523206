/** Another reading of a secret, by which one side may have signed while the other used the plain text. */
export interface SecretVariant {
  readonly key: string | Uint8Array;
  /** What is wrong, as a sentence. */
  readonly sentence: string;
  readonly hint: string;
}

const asShown = 'Use the secret exactly as the service showed it: its text is the key, prefix included.';

/** The usual mistakes with a secret, likeliest first. */
export function secretVariants(secret: string): readonly SecretVariant[] {
  const variants: SecretVariant[] = [];
  const add = (key: string | Uint8Array, sentence: string, hint = asShown): void => {
    const same = typeof key === 'string' ? key === secret : key.length === 0;
    if (!same && key.length > 0) variants.push({ key, sentence, hint });
  };
  const trimmed = secret.trim();
  add(
    trimmed,
    'The secret given has blanks or a newline around it; without them the signature fits.',
    'Take the blanks away.',
  );
  for (const end of ['\n', '\r\n']) {
    add(`${trimmed}${end}`, 'The signature was made with the secret and a newline after it.');
  }
  add(
    trimmed.replace(/^(["'])(.*)\1$/, '$2'),
    'The secret given stands in quotation marks; without them the signature fits.',
    'Take the quotation marks away.',
  );
  add(
    trimmed.replace(/^(?:export\s+)?\w+\s*=\s*(["']?)(.*)\1$/, '$2'),
    'The secret given has a name and `=` before it; without them the signature fits.',
    'Keep the value alone in the file.',
  );
  add(trimmed.replace(/^\ufeff/, ''), 'The secret given begins with a byte order mark.', 'Save the file without one.');
  const bare = /^[A-Za-z0-9]+_(.+)$/.exec(trimmed)?.[1] ?? '';
  add(bare, 'The signature was made with the secret without its prefix.');
  for (const [text, which] of [
    [trimmed, 'the secret'],
    [bare, 'the secret without its prefix'],
  ] as const) {
    add(Buffer.from(text, 'base64'), `The signature was made with ${which} decoded as base64.`);
    if (/^([0-9a-f]{2})+$/i.test(text)) {
      add(Buffer.from(text, 'hex'), `The signature was made with ${which} decoded as hex.`);
    }
  }
  add(Buffer.from(trimmed).toString('base64'), 'The signature was made with the secret encoded as base64.');
  return variants;
}
