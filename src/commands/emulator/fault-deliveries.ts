import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { parseDuration } from '../../cli/flags/duration.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import type { View } from '../../core/terminal/output.js';
import { webhookId } from '../../receiving/endpoint/arguments.js';
import { control } from '../../cli/emulator/control.js';
import { readProbability, readWhole, appliedWords } from '../../cli/emulator/fault-words.js';
import { controlAnswer, type DeliveryFaults } from '../../cli/emulator/control-types.js';

/** A duration, and the probability of the fault. */
interface Lapse {
  /** Milliseconds; negative for the past. */
  readonly by: number;
  readonly chance: number;
}

interface EmulatorFaultDeliveriesOptions {
  readonly duplicate?: number;
  readonly reorder?: number;
  readonly delay?: Lapse;
  readonly drop?: number;
  readonly loseAnswer?: number;
  readonly wrongSignature?: number;
  readonly clockSkew?: Lapse;
  readonly seed?: number;
  readonly count?: number;
  readonly endpoint?: string;
}

const path = '/_emulator/faults/deliveries';

/** `esign emulator fault deliveries`: faults between the service and a receiver, by probability and seed. */
export function emulatorFaultDeliveriesCommand(context: Context): EsignCommand {
  const chance = (flag: string, about: string): Option =>
    new Option(`${flag} <probability>`, `${about} (0 to 1)`).argParser(readProbability(flag));
  return new EsignCommand('deliveries')
    .summary('Inject faults into webhook deliveries')
    .description(
      'Inject faults into webhook deliveries. Each attempt fails with the given probability, and the same seed selects ' +
        'the same attempts. Failed deliveries are retried on the usual schedule. New faults replace the previous ones for ' +
        'all endpoints or for the same endpoint. Without a fault option, the current faults are shown.',
    )
    .addOption(chance('--duplicate', 'send the delivery twice'))
    .addOption(chance('--reorder', 'send it after the next delivery to the same endpoint'))
    .addOption(
      new Option('--delay <duration>', 'send it later, for example 5s, or 5s@0.2 with a probability').argParser(
        readLapse('--delay'),
      ),
    )
    .addOption(chance('--drop', 'do not send it; the attempt counts as failed'))
    .addOption(chance('--lose-answer', 'lose the response, so that an accepted delivery is sent again'))
    .addOption(chance('--wrong-signature', 'sign it with a wrong secret'))
    .addOption(
      new Option(
        '--clock-skew <duration>',
        'sign it with a shifted time, for example 400s, -400s or 400s@0.2',
      ).argParser(readLapse('--clock-skew')),
    )
    .addOption(new Option('--seed <n>', 'make the faults repeatable').argParser(readWhole('--seed', 0)))
    .addOption(new Option('--count <n>', 'stop after this many faulty attempts').argParser(readWhole('--count', 1)))
    .addOption(new Option('--endpoint <id>', 'apply to deliveries to this endpoint only').argParser(webhookId))
    .example('esign emulator fault deliveries --duplicate 0.2 --reorder 0.2 --drop 0.2', 'Combine several faults.')
    .example(
      'esign emulator fault deliveries --clock-skew 400s --count 1',
      'Sign the next delivery too far in the future.',
    )
    .example(
      'esign emulator fault deliveries --delay 5s@0.5 --seed 7',
      'Delay half of the deliveries, always the same half.',
    )
    .prints(async (s) => s.either(await controlAnswer('deliveryFault')(), await controlAnswer('deliveryFaultList')()))
    .exits([0, 1, 2, 3, 4, 5, 8, 130])
    .action((options: EmulatorFaultDeliveriesOptions) => runEmulatorFaultDeliveries(context, options));
}

async function runEmulatorFaultDeliveries(context: Context, options: EmulatorFaultDeliveriesOptions): Promise<void> {
  const body = bodyOf(options);
  const given = Object.keys(body).some((name) => !['seed', 'count', 'webhook_id'].includes(name));
  if (given) {
    const made = await control<DeliveryFaults>(context, { method: 'POST', path, body });
    return context.output.result(made, { ...viewOf([made]), ids: [String(made.seed)] });
  }
  if (Object.keys(body).length > 0) {
    throw new UsageFailure('No fault specified.', {
      code: 'missing_option',
      hint: 'Example: esign emulator fault deliveries --duplicate 0.2',
    });
  }
  const listed = await control<{ readonly data: readonly DeliveryFaults[] }>(context, { method: 'GET', path });
  await context.output.result(listed, { ...viewOf(listed.data), ids: listed.data.map(({ seed }) => String(seed)) });
}

function bodyOf(options: EmulatorFaultDeliveriesOptions): Readonly<Record<string, number | string>> {
  const { delay, clockSkew, endpoint, loseAnswer, wrongSignature } = options;
  const all = {
    duplicate: options.duplicate,
    reorder: options.reorder,
    delay: delay?.chance,
    delay_seconds: delay === undefined ? undefined : delay.by / 1000,
    drop: options.drop,
    lose_answer: loseAnswer,
    wrong_signature: wrongSignature,
    clock_skew: clockSkew?.chance,
    clock_skew_seconds: clockSkew === undefined ? undefined : clockSkew.by / 1000,
    seed: options.seed,
    count: options.count,
    webhook_id: endpoint,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}

const faultNames = ['duplicate', 'reorder', 'delay', 'drop', 'lose_answer', 'wrong_signature', 'clock_skew'] as const;

function viewOf(plans: readonly DeliveryFaults[]): View {
  return {
    table: {
      columns: ['ENDPOINT', 'FAULTS', 'SEED', 'APPLIED'],
      rows: plans.map((plan) => [
        plan.webhook_id === null ? 'all' : { id: plan.webhook_id },
        deliveryFaultWords(plan),
        plan.seed,
        appliedWords(plan),
      ]),
      empty: 'No delivery faults are set.',
    },
  };
}

/** In the names of the flags, as in the delivery log. */
export function deliveryFaultWords(plan: DeliveryFaults): string {
  const seconds = { delay: plan.delay_seconds, clock_skew: plan.clock_skew_seconds };
  return faultNames
    .filter((name) => plan[name] > 0)
    .map((name) => {
      const by = name === 'delay' || name === 'clock_skew' ? ` ${seconds[name]} s` : '';
      return `${name.replaceAll('_', '-')}${by} ${Math.round(plan[name] * 1000) / 10} %`;
    })
    .join(', ');
}

/** A duration, with the probability after an `@`; only a clock skew may be negative. */
function readLapse(flag: '--delay' | '--clock-skew'): (text: string) => Lapse {
  return (text) => {
    const [duration = '', chance = '1'] = text.split('@', 2);
    const back = flag === '--clock-skew' && duration.startsWith('-');
    const by = parseDuration(back ? duration.slice(1) : duration, flag);
    return { by: back ? -by : by, chance: readProbability(flag)(chance) };
  };
}
