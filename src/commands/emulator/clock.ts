import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { parseDuration, parseInstant } from '../../cli/flags/duration.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import type { View } from '../../core/terminal/output.js';
import { silentProgress, type Progress } from '../../core/terminal/progress.js';
import { control } from '../../cli/emulator/control.js';
import { type ClockMove, type ClockState, controlAnswer } from '../../cli/emulator/control-types.js';
import { plainWords } from '../../cli/flags/completion-hint.js';

interface ClockAdvanceOptions {
  /** Milliseconds. */
  readonly by?: number;
  /** A time, or `next` for the time of the next due action. */
  readonly to?: string;
}

/** Milliseconds between two looks at a long advance: most end sooner, and a log gets few lines of the longest. */
const firstPause = 500;
const maxPauseMs = 8_000;

const exits = [0, 1, 2, 3, 4, 8, 130] as const;

/** `esign emulator clock`: the one clock that drives deadlines, sealing, retries and limits. */
export function emulatorClockCommand(context: Context): EsignCommand {
  return new EsignCommand('clock')
    .summary('Show and move the emulator clock')
    .description(
      'Show and move the emulator clock, which controls deadlines, sealing, webhook retries and limits. It never moves back while there is data.',
    )
    .unsupported({ reset: 'To delete the data and go back to real time, use `esign emulator reset --clock`.' })
    .verbs(
      showCommand(context),
      actionCommand(context, 'freeze'),
      actionCommand(context, 'run'),
      emulatorClockAdvanceCommand(context),
    );
}

function showCommand(context: Context): EsignCommand {
  return new EsignCommand('show')
    .summary('Show the emulator time')
    .description('Show the emulator time and when the next action is due.')
    .example('esign emulator clock show', 'Show the clock.')
    .example('esign emulator clock show --jq .now', 'Print only the time.')
    .prints(controlAnswer('clockState'))
    .exits(exits)
    .action(async () => {
      const state = await control<ClockState>(context, { method: 'GET', path: '/_emulator/clock' });
      await context.output.result(state, clockView(state));
    });
}

const about = {
  freeze: {
    summary: 'Freeze the clock',
    description: 'Freeze the clock until you advance it or run it again.',
  },
  run: { summary: 'Run the clock again', description: 'Run the clock again in real time.' },
} as const;

function actionCommand(context: Context, action: 'freeze' | 'run'): EsignCommand {
  return new EsignCommand(action)
    .summary(about[action].summary)
    .description(about[action].description)
    .example(`esign emulator clock ${action}`, `${about[action].summary}.`)
    .example(`esign emulator clock ${action} --json`, 'Print the result as JSON.')
    .prints(controlAnswer('clockMove'))
    .exits(exits)
    .action(async () => {
      const state = await control<ClockMove>(context, { method: 'POST', path: '/_emulator/clock', body: { action } });
      await context.output.result(state, clockView(state));
    });
}

function emulatorClockAdvanceCommand(context: Context): EsignCommand {
  return new EsignCommand('advance')
    .summary('Move the clock forward')
    .description('Move the clock forward. Everything that falls due happens in order before the command ends.')
    .argument('[duration]', 'how far to move, for example 25h, 34h1m or 90s', (text) =>
      parseDuration(text, 'clock advance'),
    )
    .addOption(
      new Option('--to <time>', 'target time with a time zone, or `next` for the next due action').argParser(readGoal),
    )
    .offers('--to', { words: plainWords(['next']) })
    .example('esign emulator clock advance 25h', 'Advance by 25 hours.')
    .example('esign emulator clock advance --to next', 'Advance to the next due action.')
    .example('esign emulator clock advance --to 2027-01-01T00:00:00+02:00', 'Advance to a specific time.')
    .prints(controlAnswer('clockMove'))
    .exits(exits)
    .action((by: number | undefined, options: ClockAdvanceOptions) =>
      runEmulatorClockAdvance(context, { ...options, ...(by === undefined ? {} : { by }) }),
    );
}

async function runEmulatorClockAdvance(context: Context, { by, to }: ClockAdvanceOptions): Promise<void> {
  if ((by === undefined) === (to === undefined)) {
    throw new UsageFailure('Specify either a duration or --to.', {
      code: 'missing_argument',
      hint: 'Example: esign emulator clock advance 25h',
    });
  }
  const progress = context.output.progress('Moving the clock');
  const ended = new AbortController();
  if (progress !== silentProgress) void follow(context, progress, ended.signal).catch(() => undefined);
  try {
    const body = { action: 'advance', ...(by === undefined ? { to } : { seconds: by / 1000 }) };
    const move = await control<ClockMove>(context, { method: 'POST', path: '/_emulator/clock', body });
    ended.abort();
    await context.output.result(move, clockView(move, move.ran));
  } finally {
    ended.abort();
    progress.stop();
  }
}

/** Shows how many actions are done; rejects when `ended` is aborted, or the emulator does not respond. */
async function follow(context: Context, progress: Progress, ended: AbortSignal): Promise<never> {
  for (let pause = firstPause; ; pause = Math.min(pause * 2, maxPauseMs)) {
    await context.clock.sleep(pause, ended);
    const { advance } = await control<ClockState>(context, { method: 'GET', path: '/_emulator/clock' });
    ended.throwIfAborted();
    if (advance !== undefined) progress.update(`Moving the clock: ${advance.done} of ${advance.due} actions done`);
  }
}

const readGoal = (text: string): string => (text === 'next' ? text : parseInstant(text, '--to'));

function clockView(state: ClockState, ran: ClockMove['ran'] = []): View {
  return {
    ids: [state.now],
    details: [
      ['Time', { instant: state.now }],
      ['Status', state.frozen ? 'frozen (advance it with `esign emulator clock advance`)' : 'running'],
      ['Next due', state.next === null ? null : { instant: state.next }],
    ],
    ...(ran.length === 0
      ? {}
      : {
          table: {
            columns: ['TIME', 'ACTION', 'SUBJECT'],
            rows: ran.map(({ kind, subject, at }) => [{ instant: at }, kind, subject]),
            empty: '',
          },
        }),
  };
}
