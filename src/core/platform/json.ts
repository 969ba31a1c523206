/** JSON that somebody else wrote, or that a crash left torn: nothing of it is trusted before it was checked. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** No text that this program reads nests deeper: what walks a value afterwards may call itself for each level. */
export const maxDepth = 64;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a text says in JSON; undefined, which JSON cannot say, for any other text and for one nested too deeply. */
export function parseJson(text: string): unknown {
  if (nestsTooDeeply(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same for bytes, of which those that are not UTF-8 are not JSON. */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Whether a JSON text nests deeper than 64 levels. Brackets inside of texts do not count. */
export function nestsTooDeeply(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) at = endOfText(text, at);
    else if (character === openBracket || character === openBrace) depth += 1;
    else if (character === closeBracket || character === closeBrace) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

const [quote, backslash] = [0x22, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where the text that begins at a quote ends, or the end of all. */
export function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
