import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { type EventName, eventNames } from '../../contract/events.js';
import { eventWords, readEvent } from '../../receiving/endpoint/arguments.js';
import { envelopeId } from '../../sending/envelope/which-recipient.js';
import { control } from '../../cli/emulator/control.js';
import { controlAnswer, type Triggered } from '../../cli/emulator/control-types.js';

interface EmulatorTriggerOptions {
  readonly event: EventName;
  readonly envelope?: string;
}

/** `esign emulator trigger EVENT`: causes an event, with everything that leads to it. */
export function emulatorTriggerCommand(context: Context): EsignCommand {
  return new EsignCommand('trigger')
    .summary('Trigger an event')
    .description(
      'Trigger an event by its real cause. The emulator creates the template, the envelope and the recipients’ actions ' +
        'that are needed, and emits this event and the events before it. Deadlines and sealing happen at once, and the ' +
        'clock does not move. With --mode test, a sandbox envelope is used.',
    )
    .argument('<event>', eventNames.join(', '), readEvent)
    .option('--envelope <id>', 'use this envelope in its current state (default: a new envelope)', envelopeId)
    .offers('event', { words: eventWords })
    .example('esign emulator trigger envelope.declined', 'Let a recipient decline.')
    .example('esign emulator trigger envelope.sealing_failed', 'Let the sealing of a document fail.')
    .example(
      'esign emulator trigger envelope.sealed --envelope 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f',
      'Let everyone sign, and seal the envelope.',
    )
    .prints(controlAnswer('triggered'))
    .exits([0, 1, 2, 3, 4, 5, 6, 8, 130])
    .action((event: EventName, options: Omit<EmulatorTriggerOptions, 'event'>) =>
      runEmulatorTrigger(context, { ...options, event }),
    );
}

async function runEmulatorTrigger(context: Context, { event, envelope }: EmulatorTriggerOptions): Promise<void> {
  const { mode } = context.flags();
  const body = {
    event,
    ...(envelope === undefined ? {} : { envelope_id: envelope }),
    ...(mode === undefined ? {} : { mode }),
  };
  const done = await control<Triggered>(context, { method: 'POST', path: '/_emulator/trigger', body });
  const { length: count } = done.deliveries;
  const deliveries =
    count === 0 ? 'No endpoint subscribes to it' : `It is sent to ${count} ${count === 1 ? 'endpoint' : 'endpoints'}`;
  await context.output.result(done, {
    human: `Triggered ${done.event.event}. ${deliveries}.`,
    details: [
      ['Event', { id: done.event.id }],
      ['Envelope', { id: done.envelope.id }],
      ['Status', { state: done.envelope.status }],
    ],
    ids: [done.event.id],
    next:
      count === 0
        ? ['esign listen --forward-to http://127.0.0.1:3000']
        : [`esign emulator log deliveries --envelope ${done.envelope.id}`],
  });
}
