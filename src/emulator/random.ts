import { createHmac, randomBytes, randomUUID } from 'node:crypto';

/** The source of IDs, secrets and tokens; with a seed, a fixed sequence. */
export interface Randomness {
  uuid(): string;
  bytes(count: number): Buffer;
}

/** The system's own randomness. */
export const systemRandomness: Randomness = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) };

/** Purposes with separate sequences, so that one does not affect the others. */
export type RandomPurpose = 'ids' | 'jobs' | 'requests' | 'webhooks';

/**
 * The same IDs in the same order for the same seed and purpose. `start` counts the starts of a data file, so that a
 * restart continues with new IDs.
 */
export function seededRandomness(seed: number, start: number, purpose: RandomPurpose = 'ids'): Randomness {
  const key = `esign-emulator:${seed}:${start}${purpose === 'ids' ? '' : `:${purpose}`}`;
  let block = 0;
  const bytes = (count: number): Buffer => {
    const blocks: Buffer[] = [];
    for (let made = 0; made < count; made += 32) {
      blocks.push(createHmac('sha256', key).update(String(block)).digest());
      block += 1;
    }
    return Buffer.concat(blocks).subarray(0, count);
  };
  return { bytes, uuid: () => randomUuid(bytes(16)) };
}

/** Of version 4. */
function randomUuid(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return uuidOf(bytes);
}

/** The 16 bytes of a UUID in any case: less than half of what its text takes in an index. */
export const uuidBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** The UUID of 16 bytes, in small letters. */
export function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
