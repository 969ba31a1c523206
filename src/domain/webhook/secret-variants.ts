/** Another reading of a secret, which one side may have used while the other used the plain text. */
export interface SecretVariant {
  readonly key: string | Uint8Array;
  /** What is wrong, as a sentence. */
  readonly sentence: string;
  readonly hint: string;
}

const asShown = 'Use the secret exactly as the service showed it, including its prefix.';

/** The usual mistakes with a secret, likeliest first. */
export function secretVariants(secret: string): readonly SecretVariant[] {
  const variants: SecretVariant[] = [];
  const add = (key: string | Uint8Array, sentence: string, hint = asShown): void => {
    const same = typeof key === 'string' ? key === secret : key.length === 0;
    const isNew = variants.every((each) => !Buffer.from(each.key).equals(Buffer.from(key)));
    if (!same && key.length > 0 && isNew) variants.push({ key, sentence, hint });
  };
  const trimmed = secret.trim();
  add(
    trimmed,
    'The given secret has spaces or a newline around it. Without them, the signature matches.',
    'Remove the spaces.',
  );
  for (const end of ['\n', '\r\n']) {
    add(`${trimmed}${end}`, 'It was signed with the secret and a newline after it.');
  }
  add(
    trimmed.replace(/^(["'])(.*)\1$/, '$2'),
    'The given secret is in quotation marks. Without them, the signature matches.',
    'Remove the quotation marks.',
  );
  add(
    trimmed.replace(/^(?:export\s+)?\w+\s*=\s*(?!\s)(["']?)(.*)\1$/, '$2'),
    'The given secret has a name and `=` before it. Without them, the signature matches.',
    'Write only the value to the file.',
  );
  add(
    trimmed.replace(/^\ufeff/, ''),
    'The given secret begins with a byte order mark.',
    'Save the file without a byte order mark.',
  );
  const bare = /^[A-Za-z0-9]+_(.+)$/.exec(trimmed)?.[1] ?? '';
  add(bare, 'It was signed with the secret without its prefix.');
  for (const [text, which] of [
    [trimmed, 'the secret'],
    [bare, 'the secret without its prefix'],
  ] as const) {
    add(Buffer.from(text, 'base64'), `It was signed with ${which} decoded from base64.`);
    // PHP drops characters outside base64, such as an underscore.
    add(Buffer.from(text.replaceAll('_', ''), 'base64'), `It was signed with ${which} decoded from base64.`);
    if (/^([0-9a-f]{2})+$/i.test(text)) {
      add(Buffer.from(text, 'hex'), `It was signed with ${which} decoded from hex.`);
    }
  }
  add(Buffer.from(trimmed).toString('base64'), 'It was signed with the secret encoded as base64.');
  return variants;
}
