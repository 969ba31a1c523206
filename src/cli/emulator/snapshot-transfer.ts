import type { Readable } from 'node:stream';
import type { Context } from '../context/context.js';
import type { SendAnswer } from '../../core/http/send.js';
import { direct, headersOf, permitted, reached, readAnswer } from './control.js';
import { notOwner, type Credential } from './credential.js';

/** Moves snapshots of any size between an emulator and a file, with memory for a part at a time. */

/** Milliseconds without a byte: copying a large database comes before the first one, and after the last one. */
const idleTimeout = 600_000;
const timeout = 24 * 60 * 60 * 1000;

/** An emulator whose credential is looked up, or one of this process. */
export type SnapshotEmulator = { readonly base: string } | { readonly own: Credential };

/** Hands the snapshot of an emulator to `take`. Throws ServiceFailure, and CommandFailure (3, 8). */
export async function downloadSnapshot<T>(
  context: Context,
  emulator: SnapshotEmulator,
  take: (body: Readable) => Promise<T>,
): Promise<T> {
  const path = '/_emulator/snapshot';
  return await connected(context, emulator, async (send) => {
    const answer = await permittedAt(context, emulator, (credential) => send(credential, 'GET', path));
    if (answer.status !== 200) return await readAnswer<T>(path, answer);
    try {
      return await take(answer.body);
    } finally {
      answer.body.destroy();
    }
  });
}

/** Restores a snapshot. Throws ServiceFailure, CommandFailure (3, 5, 8), and what the body fails with. */
export async function uploadSnapshot(context: Context, emulator: SnapshotEmulator, body: Readable): Promise<void> {
  const path = '/_emulator/restore';
  const broken: { error?: unknown } = {};
  body.on('error', (error) => (broken.error = error));
  try {
    await connected(context, emulator, async (send) => {
      const credential = await acceptedBy(context, emulator, send);
      await readAnswer<undefined>(path, await send(credential, 'POST', path, body));
    });
  } catch (error) {
    throw 'error' in broken ? broken.error : error;
  }
}

type Send = (
  credential: Credential,
  method: 'GET' | 'POST',
  path: `/_emulator/${string}`,
  body?: Readable,
) => Promise<SendAnswer>;

/** A body can be sent only once, so its credential is tried before. */
async function acceptedBy(context: Context, emulator: SnapshotEmulator, send: Send): Promise<Credential> {
  let accepted: Credential | undefined;
  const answer = await permittedAt(context, emulator, (credential) => {
    accepted = credential;
    return send(credential, 'GET', '/_emulator/clock');
  });
  answer.body.destroy();
  if (accepted === undefined) throw notOwner(addressOf(emulator));
  return accepted;
}

const addressOf = (emulator: SnapshotEmulator): string => ('own' in emulator ? emulator.own.base : emulator.base);

const permittedAt = (
  context: Context,
  emulator: SnapshotEmulator,
  attempt: (credential: Credential) => Promise<SendAnswer>,
): Promise<SendAnswer> => ('own' in emulator ? attempt(emulator.own) : permitted(context, emulator.base, attempt));

async function connected<T>(
  context: Context,
  emulator: SnapshotEmulator,
  work: (send: Send) => Promise<T>,
): Promise<T> {
  const { createSender } = await import('../../core/http/send.js');
  const sender = createSender({ network: direct });
  const send: Send = ({ base, bearer }, method, path, body) =>
    sender.send({
      method,
      url: new URL(path, base),
      headers: headersOf(bearer, body !== undefined),
      body,
      timeout,
      idleTimeout,
      maxBody: Infinity,
      signal: context.signal,
    });
  try {
    return await reached(context, addressOf(emulator), () => work(send));
  } finally {
    await sender.close();
  }
}
