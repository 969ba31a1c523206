import { contractInUse, signatureHeaderOf } from '../../cli/context/contract.js';
import { Option } from 'commander';
import type { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { parseDuration } from '../../cli/flags/duration.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import type { AttemptOutcome } from '../../listen/forward/attempt.js';
import { makeEventBody, writeEventBody } from '../../domain/webhook/event-body.js';
import { writeSignature } from '../../domain/webhook/signature.js';
import { type DeliverOptions, openAttempter, readReceiver } from './deliver-options.js';
import { previousFile } from './secret-file.js';
import { readSecret } from './secret-input.js';

/** Tests a receiver around a rotation: with the old secret before it, with the new one after it. */
export interface ProbeOptions extends DeliverOptions {
  readonly verifyWith?: URL;
  readonly oldSecretFile?: string;
  /** Milliseconds. */
  readonly verifyFor?: number;
  readonly secretFile?: string;
  readonly force?: boolean;
}

export interface Probe {
  /** The receiver accepts the old secret. Throws CommandFailure (9): then nothing is rotated. */
  before(): Promise<void>;
  /**
   * The receiver accepts the new secret, and both together, in time. `graceUntil`: when the old one ends, in milliseconds
   * since 1970 by the clock of the service. Throws CommandFailure (9).
   */
  after(secret: string, graceUntil: number): Promise<void>;
  close(): Promise<void>;
}

const timeoutMs = 60_000;
const step = 2_000;

export function addProbeOptions(command: EsignCommand): EsignCommand {
  return command
    .addOption(
      new Option(
        '--verify-with <url>',
        'test this receiver with the old secret first, then with the new one',
      ).argParser(readReceiver),
    )
    .addOption(new Option('--old-secret-file <file>', 'file with the old secret (default: the file of --secret-file)'))
    .addOption(
      new Option('--verify-for <duration>', 'how long to wait until the receiver accepts the new secret')
        .default(timeoutMs, '1m')
        .argParser((text) => parseDuration(text, '--verify-for')),
    );
}

/** Null without --verify-with. Throws UsageFailure when the old secret is missing. */
export async function openProbe(context: Context, options: ProbeOptions): Promise<Probe | null> {
  const { verifyWith: url, verifyFor = timeoutMs } = options;
  if (url === undefined) return null;
  const old = await readOldSecret(context, options);
  const attempter = await openAttempter(context, options);
  const { clock, signal } = context;
  const signatureHeader = await signatureHeaderOf(context.settings());
  const contract = (await contractInUse(context.settings()))?.contract;
  const send = (secrets: { readonly current: string; readonly previous?: string }): Promise<AttemptOutcome> => {
    const now = clock.now();
    const event = makeEventBody('envelope.sent', { now, uuid: () => globalThis.crypto.randomUUID() });
    const body = writeEventBody(event, contract);
    const signature = writeSignature(secrets, body, Math.floor(now / 1000));
    return attempter.make({ url, body, headers: [[signatureHeader, signature], ...(options.header ?? [])] }, signal);
  };
  return {
    async before() {
      const outcome = await send({ current: old });
      if (accepted(outcome)) return;
      throw new CommandFailure(
        9,
        'old_secret_refused',
        `The receiver ${outcomeWords(outcome)} to a test delivery signed with the old secret.`,
        {
          hint: 'The secret was not rotated. Check the URL and the old secret, and fix the receiver first.',
        },
      );
    },
    async after(current, graceUntil) {
      const rotated = clock.now();
      let alone = await send({ current });
      while (!accepted(alone) && clock.now() - rotated + step <= verifyFor) {
        await clock.sleep(step, signal);
        alone = await send({ current });
      }
      const both = await send({ current, previous: old });
      if (accepted(alone) && accepted(both)) return;
      const until = new Date(graceUntil).toISOString();
      const now = `To one signed with both secrets, like the service does now, it ${outcomeWords(both)}`;
      throw new CommandFailure(
        9,
        'new_secret_refused',
        `The receiver ${outcomeWords(alone)} to a test delivery signed with the new secret. ${now}.`,
        {
          hint:
            `Configure the new secret in the receiver, with the old one as previous secret, before ${until}. Failed ` +
            `deliveries are retried for 34 hours.\nThen test it: esign webhook certify ${url.href} ${filesOf(options)}`,
        },
      );
    },
    close: () => attempter.close(),
  };
}

async function readOldSecret(context: Context, { oldSecretFile, secretFile, force }: ProbeOptions): Promise<string> {
  if (oldSecretFile !== undefined) return readSecret(context, oldSecretFile);
  if (secretFile !== undefined && force === true) return readSecret(context, secretFile);
  throw new UsageFailure('--verify-with requires the old secret.', {
    code: 'missing_option',
    hint: 'Add --old-secret-file FILE, or overwrite the file of the old secret with --secret-file FILE --force.',
  });
}

/** The files of both secrets, as flags. */
function filesOf({ oldSecretFile, secretFile, force }: ProbeOptions): string {
  if (secretFile === undefined) return '--secret-file FILE';
  const previous = force === true ? previousFile(secretFile) : oldSecretFile;
  return `--secret-file ${secretFile}${previous === undefined ? '' : ` --previous-secret-file ${previous}`}`;
}

const accepted = ({ status }: AttemptOutcome): boolean => status !== null && status >= 200 && status < 300;

const outcomeWords = ({ status, words }: AttemptOutcome): string =>
  status === null ? `did not respond (${words ?? 'no data received'})` : `responded with ${status}`;
