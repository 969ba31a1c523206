import { Option } from 'commander';
import type { EsignCommand } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { parseDuration } from '../cli/duration.js';
import { CommandFailure, UsageFailure } from '../cli/failure.js';
import { limits } from '../contract/limits.js';
import type { AttemptOutcome } from '../listen/attempt.js';
import { makeEventBody, writeEventBody } from '../webhook/event-body.js';
import { writeSignature } from '../webhook/signature.js';
import { type DeliverOptions, openAttempter, readReceiver } from './deliver-options.js';
import { previousFile } from './secret-file.js';
import { readSecret } from './secret-input.js';

/** Probing a receiver around a rotation: under the old secret before it, under the new one after it. */
export interface ProbeOptions extends DeliverOptions {
  readonly verifyWith?: URL;
  readonly oldSecretFile?: string;
  /** Milliseconds. */
  readonly verifyFor?: number;
  readonly secretFile?: string;
  readonly force?: boolean;
}

export interface Probe {
  /** The receiver accepts the old secret. Throws Ended (9): then nothing may be rotated. */
  before(): Promise<void>;
  /** The receiver accepts the new secret, and both together, before the time is over. Throws Ended (9). */
  after(secret: string): Promise<void>;
  close(): Promise<void>;
}

const timeoutMs = 60_000;
const step = 2_000;
const hour = 3_600_000;

export function addProbeOptions(command: EsignCommand): EsignCommand {
  return command
    .addOption(
      new Option('--verify-with <url>', 'probe this receiver under the old secret first, then the new').argParser(
        readReceiver,
      ),
    )
    .addOption(
      new Option('--old-secret-file <file>', 'the secret that is replaced; what --secret-file holds unless told'),
    )
    .addOption(
      new Option('--verify-for <duration>', 'how long the receiver may take to learn the new secret')
        .default(timeoutMs, '1m')
        .argParser((text) => parseDuration(text, '--verify-for')),
    );
}

/** Null without --verify-with. Throws UsageFailure when the old secret is nowhere to be had. */
export async function openProbe(context: Context, options: ProbeOptions): Promise<Probe | null> {
  const { verifyWith: url, verifyFor = timeoutMs } = options;
  if (url === undefined) return null;
  const old = await readOldSecret(context, options);
  const attempter = await openAttempter(context, options);
  const { clock, signal } = context;
  const signatureHeader = context.settings().signatureHeader.value;
  const send = (secrets: { readonly current: string; readonly previous?: string }): Promise<AttemptOutcome> => {
    const now = clock.now();
    const body = writeEventBody(makeEventBody('envelope.sent', { now, uuid: () => globalThis.crypto.randomUUID() }));
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
        `The receiver ${said(outcome)} to a probe under the old secret.`,
        {
          hint: 'Nothing was rotated. Check the address and the old secret, and mend the receiver first.',
        },
      );
    },
    async after(current) {
      const rotated = clock.now();
      let alone = await send({ current });
      while (!accepted(alone) && clock.now() - rotated + step <= verifyFor) {
        await clock.sleep(step, signal);
        alone = await send({ current });
      }
      const both = await send({ current, previous: old });
      if (accepted(alone) && accepted(both)) return;
      const until = new Date(rotated + limits.webhook.rotationGraceHours * hour).toISOString();
      const now = `Signed with both, as the service signs now, it ${said(both)}`;
      throw new CommandFailure(
        9,
        'new_secret_refused',
        `The receiver ${said(alone)} to a probe under the new secret. ${now}.`,
        {
          hint:
            `Give the receiver the new secret, and the old one as the previous, before ${until}; what fails meanwhile ` +
            `is repeated for 34 hours.\nThen try again: esign webhook certify ${url.href} ${filesOf(options)}`,
        },
      );
    },
    close: () => attempter.close(),
  };
}

async function readOldSecret(context: Context, { oldSecretFile, secretFile, force }: ProbeOptions): Promise<string> {
  if (oldSecretFile !== undefined) return readSecret(context, oldSecretFile);
  if (secretFile !== undefined && force === true) return readSecret(context, secretFile);
  throw new UsageFailure('--verify-with needs the old secret.', {
    code: 'missing_option',
    hint: 'Name its file with --old-secret-file, or overwrite it with --secret-file FILE --force.',
  });
}

/** Where both secrets are now, as flags. */
function filesOf({ oldSecretFile, secretFile, force }: ProbeOptions): string {
  if (secretFile === undefined) return '--secret-file FILE';
  const previous = force === true ? previousFile(secretFile) : oldSecretFile;
  return `--secret-file ${secretFile}${previous === undefined ? '' : ` --previous-secret-file ${previous}`}`;
}

const accepted = ({ status }: AttemptOutcome): boolean => status !== null && status >= 200 && status < 300;

const said = ({ status, words }: AttemptOutcome): string =>
  status === null ? `gave no answer (${words ?? 'nothing came'})` : `answered ${status}`;
