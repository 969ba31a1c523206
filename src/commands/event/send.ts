import { parseJson } from '../../core/platform/json.js';
import { contractInUse, signatureHeaderOf } from '../../cli/context/contract.js';
import { Argument, Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { shellWord } from '../../cli/flags/reach-flags.js';
import { uuidOf } from '../../cli/flags/identifier.js';
import { collect } from '../../cli/flags/option.js';
import type { EventName } from '../../contract/events.js';
import { eventFields, makeEventBody, writeEventBody } from '../../domain/webhook/event-body.js';
import { writeSignature } from '../../domain/webhook/signature.js';
import { eventWords, readEvent } from '../../receiving/endpoint/arguments.js';
import {
  addDeliverOptions,
  type DeliverOptions,
  openAttempter,
  readReceiver,
} from '../../receiving/endpoint/deliver-options.js';
import { overridden, type Override, readOverride } from '../../receiving/deliveries/overrides.js';
import {
  addEventSecret,
  type EventSecretOptions,
  eventSecrets,
  listenersTarget,
} from '../../receiving/deliveries/secrets.js';
import { outcomeJson, outcomeWords, wasTaken, outcomeFacts } from '../../receiving/deliveries/record.js';
import { dryRunShape } from '../../cli/write/dry-run.js';
import type { Shaped } from '../../contract/shape.js';
import { plainWords } from '../../cli/flags/completion-hint.js';

interface EventSendOptions extends EventSecretOptions, DeliverOptions {
  readonly name: EventName;
  readonly to?: URL;
  readonly envelope?: string;
  readonly set?: readonly Override[];
  readonly dryRun?: boolean;
}

/** `esign event send EVENT`: creates an event and delivers it, signed like the service does (Events; A15). */
export function eventSendCommand(context: Context): EsignCommand {
  const command = new EsignCommand('send')
    .summary('Send a test event to a receiver')
    .description(
      'Send a test event, signed exactly like the service signs events. Fields that you do not set get generated IDs, ' +
        'the current time and the first attempt. The event does not describe a real envelope.',
    )
    .addArgument(new Argument('<event>', 'event name, one of eight').argParser(readEvent))
    .addOption(
      new Option('--to <url>', 'receiver URL or local port (default: the forwarding target of the listener)').argParser(
        readReceiver,
      ),
    )
    .addOption(new Option('--envelope <id>', 'envelope ID to put in the event').argParser(uuidOf('envelope')))
    .addOption(
      new Option('--set <field=value>', 'set a body field; use := for JSON (repeatable)').argParser(
        collect(readOverride),
      ),
    );
  addEventSecret(command);
  return addDeliverOptions(command)
    .option('--dry-run', 'show the request without sending it')
    .offers('event', { words: eventWords })
    .offers('--set', { words: plainWords(eventFields.map((field) => `${field}=`)) })
    .example(
      'esign event send envelope.completed --to http://127.0.0.1:3000/hooks --secret-file hook.secret',
      'Send it to a local app.',
    )
    .example(
      'esign event send recipient.completed --to http://127.0.0.1:3000/hooks --secret-file hook.secret ' +
        '--set retry_count=2 --set recipient_id=7a8b9c0d-1e2f-4a3b-8c4d-5e6f7a8b9c0d',
      'Send the third attempt about a recipient.',
    )
    .prints((s) => s.object({ url: s.text, ...outcomeFacts(s), body: s.anything }))
    .prints(dryRunShape, '--dry-run')
    .exits([0, 1, 2, 8, 130])
    .action((name: EventName, options: Omit<EventSendOptions, 'name'>) => runEventSend(context, { ...options, name }));
}

async function runEventSend(context: Context, options: EventSendOptions): Promise<void> {
  const url = options.to ?? (await ownTarget(context));
  const secrets = await eventSecrets(context, options);
  const now = context.clock.now();
  const fields = options.envelope === undefined ? {} : { envelope_id: options.envelope };
  const event = makeEventBody(
    options.name,
    { now, uuid: () => globalThis.crypto.randomUUID() },
    { ...fields, ...overridden(options.set ?? []) },
  );
  const body = writeEventBody(event, (await contractInUse(context.settings()))?.contract);
  const signature = writeSignature(secrets, body, Math.floor(now / 1000));
  const name = await signatureHeaderOf(context.settings());
  if (options.dryRun === true) {
    const sent = parseJson(body.toString('utf8')) ?? null;
    const request = { method: 'POST', url: url.href, headers: { [name]: signature }, body: sent };
    return context.output.result({ dry_run: true, requests: [request] } satisfies Shaped<typeof dryRunShape>, {
      verbatim: `POST ${url.href}\n${name}: ${signature}\n\n${body.toString('utf8')}`,
    });
  }
  const attempter = await openAttempter(context, options);
  try {
    const outcome = await attempter.make(
      { url, body, headers: [[name, signature], ...(options.header ?? [])] },
      context.signal,
    );
    const result = `${event.event} to ${url.href}: ${outcomeWords(outcome)}.`;
    await context.output.result(
      { url: url.href, ...outcomeJson(outcome), body: parseJson(body.toString('utf8')) },
      { human: result, ids: [event.id] },
    );
    if (wasTaken(outcome)) return;
    throw new CommandFailure(
      8,
      'receiver_failed',
      `The receiver did not accept the event: it ${outcomeWords(outcome)}.`,
      {
        hint: `Check the log of the app. A 401 or 400 usually means a different secret. To test it: esign webhook certify ${shellWord(url.href)}`,
        details: { status: outcome.status },
      },
    );
  } finally {
    await attempter.close();
  }
}

async function ownTarget(context: Context): Promise<URL> {
  const found = await listenersTarget(context);
  if (found !== undefined) return readReceiver(found);
  throw new UsageFailure('No receiver specified, and no listener is forwarding to one.', {
    code: 'missing_option',
    hint: 'Specify the receiver: --to http://127.0.0.1:3000/hooks',
  });
}
