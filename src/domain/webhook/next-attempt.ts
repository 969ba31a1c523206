import { readLossless, writeLossless } from './lossless-json.js';

/**
 * The body of the next attempt: with an incremented `retry_count`, every other character unchanged except white space
 * (Events: the attempts of an event differ in it). Undefined when the body has no such count.
 */
export function nextAttemptBody(body: Uint8Array): Buffer | undefined {
  const node = readLossless(read(body));
  if (node?.kind !== 'object') return undefined;
  const count = node.members.find(({ name }) => name === '"retry_count"')?.value;
  if (count?.kind !== 'scalar' || !/^\d{1,9}$/.test(count.raw)) return undefined;
  const raw = String(Number(count.raw) + 1);
  const members = node.members.map((member) =>
    member.name === '"retry_count"' ? { ...member, value: { kind: 'scalar', raw } as const } : member,
  );
  const style = { indent: undefined, comma: ',', colon: ':', text: (text: string) => text };
  return Buffer.from(writeLossless({ kind: 'object', members }, style), 'utf8');
}

/** Bytes that are not valid text are not JSON either, and must not be repaired. */
function read(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    // Not UTF-8.
    return '';
  }
}
