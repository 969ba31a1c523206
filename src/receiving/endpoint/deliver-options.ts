import { Option } from 'commander';
import type { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { FileFailure, UsageFailure } from '../../cli/failure/failure.js';
import { collect } from '../../cli/flags/option.js';
import { readAppUrl } from '../../core/http/app-url.js';
import type { HeaderPair } from '../../core/http/headers.js';
import type { Sender } from '../../core/http/send.js';
import type { Attempter } from '../../listen/forward/attempt.js';
import { version } from '../../core/platform/version.js';
import { readHeader, refuseSignature } from '../../cli/flags/header.js';
import { signatureHeaderOf } from '../../cli/context/contract.js';

/** The shared flags of commands that deliver to a receiver: headers and certificate authorities. */
export interface DeliverOptions {
  readonly header?: readonly HeaderPair[];
  readonly caFile?: string;
}

/** Adds these flags. */
export function addDeliverOptions(command: EsignCommand): EsignCommand {
  return command
    .addOption(
      new Option(
        '--header <name: value>',
        'add a request header, for example for authentication (repeatable)',
      ).argParser(collect((text) => readDeliveryHeader(text, '--header'))),
    )
    .addOption(new Option('--ca-file <file>', 'additional certificate authorities to trust (PEM)'));
}

/** Opens the sender of deliveries; the caller closes it. Throws UsageFailure for a header that the delivery sets. */
export async function openAttempter(context: Context, { header = [], caFile }: DeliverOptions): Promise<Attempter> {
  if (header.length > 0) refuseSignature(header, '--header', await signatureHeaderOf(context.settings()));
  const { createAttempter } = await import('../../listen/forward/attempt.js');
  const sender = await openSender(context, caFile);
  return createAttempter({ sender, now: () => context.clock.now(), userAgent: `esign/${version}` });
}

/** Opens connections to a receiver with this machine's network settings. Throws FileFailure for the CA file. */
export async function openSender({ files, machine }: Context, caFile: string | undefined): Promise<Sender> {
  const { createSender } = await import('../../core/http/send.js');
  if (caFile !== undefined && !(await files.readText(caFile)).includes('-----BEGIN CERTIFICATE-----')) {
    throw new FileFailure('input', caFile, `${caFile} does not contain a certificate.`, { hint: 'Use a PEM file.' });
  }
  const { readNetwork } = await import('../../core/http/network.js');
  const own = caFile === undefined ? {} : { caFile: files.resolve(caFile) };
  const network = { ...readNetwork(machine.env), ...own };
  // Deliveries of a burst must not wait for each other.
  return createSender({ network, connections: 32 });
}

/** Reads the URL of a receiver, see `readAppUrl`. Throws UsageFailure. */
export function readReceiver(text: string): URL {
  const url = readAppUrl(text);
  if (url === undefined) {
    throw invalid(`Invalid receiver URL "${text}".`, 'Use the URL of an app: http://127.0.0.1:3000/hooks');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('A receiver URL cannot contain a password.', "Use --header 'Authorization: …' instead.");
  }
  return url;
}

/** A header of a delivery, except the signature and those that describe the request itself. Throws UsageFailure. */
export const readDeliveryHeader = (text: string, flag: string): HeaderPair =>
  readHeader(text, flag, ['host', 'content-type']);

const invalid = (message: string, hint: string): UsageFailure =>
  new UsageFailure(message, { code: 'invalid_value', hint });
