import { Option } from 'commander';
import { placeAppSettings, readEnvPath, readOrigin, usualEnvFile } from '../../cli/context/app-settings.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { shellWord } from '../../cli/flags/reach-flags.js';
import { readAppUrl } from '../../core/http/app-url.js';
import { isLoopback } from '../../core/http/network.js';
import { collect } from '../../cli/flags/option.js';
import { devLine } from '../../cli/dev/dev-line.js';
import { sharedOption } from '../../cli/emulator/running.js';
import { askOption } from '../../cli/emulator/seed.js';
import { nearest } from '../../core/platform/nearest.js';
import { devInitCommand } from './init.js';

interface DevFlags {
  readonly forwardTo?: URL;
  readonly allowOrigin?: readonly string[];
  readonly ask?: boolean;
  readonly shared?: boolean;
  readonly ack?: 'early' | 'app';
  readonly bodies?: boolean;
  /** False after `--no-write-env`. */
  readonly writeEnv?: string | false;
}

const usualApp = 'http://127.0.0.1:3000/webhooks';

/** `esign dev`: emulator, listener and app in one command, with a timeline of everything. */
export function devCommand(context: Context): EsignCommand {
  const command = new EsignCommand('dev')
    .description(
      'Develop an app against the emulator. This starts or joins the emulator of this project, which has data of its ' +
        'own (see `esign emulator start --help`), forwards its deliveries to your app, lets your pages embed the ' +
        'signing page, writes the settings of your app into a file until it ends, runs the command of your app with ' +
        'the same settings, and shows every request, mail, event and delivery as it ' +
        'happens. At a terminal, press ? for the keys; elsewhere each entry is a line of JSON. What it started ends ' +
        'with it; an emulator that several use ends with the last.',
    )
    .argument('[command...]', 'command that runs your app, after `--`')
    .offers('command', { commandLine: true })
    .addOption(
      new Option(
        '--forward-to <url>',
        `where your app takes deliveries; a port means this machine (default: ${usualApp})`,
      ).argParser(readApp),
    )
    .addOption(
      new Option(
        '--allow-origin <url>',
        'another origin whose pages may embed the signing page, besides that of your app (repeatable)',
      ).argParser(collect(readOrigin)),
    )
    .addOption(
      new Option('--write-env <file>', `file for the settings of your app (0600) (default: ${usualEnvFile})`).argParser(
        readEnvPath,
      ),
    )
    .addOption(
      new Option(
        '--ack <mode>',
        'early: a delivery counts as delivered when it is stored here, and the app is retried from here (default); ' +
          'app: the service gets the status of the app, and retries by its own ladder',
      ).choices(['early', 'app']),
    )
    .addOption(askOption())
    .addOption(new Option('--bodies', 'in a pipe: print headers and bodies of requests too'))
    .addOption(sharedOption())
    .addOption(new Option('--no-write-env', 'write no file; the command gets the settings all the same'))
    .example('esign dev -- node server.mjs', 'Run an app on port 3000, and watch what it does.')
    .example('esign dev --forward-to 127.0.0.1:8000/hooks -- flask run -p 8000', 'Deliver to another address.')
    .example('esign dev --allow-origin http://127.0.0.1:5173', 'Start the app yourself, with pages of a second server.')
    .streams(devLine)
    .exits([0, 1, 2, 3, 4, 6, 8, 126, 127, 129, 130, 143])
    .action(async (words: readonly string[], flags: DevFlags) => {
      await refuseMistyped(context, words);
      const { runDev } = await import('../../cli/dev/run.js');
      await runDev(context, {
        words,
        forwardTo: flags.forwardTo ?? new URL(usualApp),
        allowOrigin: flags.allowOrigin ?? [],
        ask: flags.ask === true,
        shared: flags.shared === true,
        ack: flags.ack ?? 'early',
        bodies: flags.bodies === true,
        writeEnv: await placeAppSettings(context, flags.writeEnv === false ? null : (flags.writeEnv ?? usualEnvFile)),
      });
    });
  command.addCommand(devInitCommand(context));
  return command;
}

/** A program that is there is run, whatever it is called. */
async function refuseMistyped({ machine }: Context, words: readonly string[]): Promise<void> {
  const [word = '', ...rest] = words;
  if (nearest(word, ['init']) === null) return;
  const { findProgram } = await import('../../core/platform/find-program.js');
  if ((await findProgram(word, machine.env)) !== undefined) return;
  throw new UsageFailure(`Command \`${word}\` not found. Nothing was started.`, {
    code: 'unknown_command',
    hint: `Did you mean \`${['esign dev init', ...rest.map(shellWord)].join(' ')}\`?`,
  });
}

/** As `listen` reads it, on this machine; a port alone means the usual path. Throws UsageFailure. */
function readApp(text: string): URL {
  const url = readAppUrl(/^:?\d{1,5}$/.test(text) ? `${text}/webhooks` : text);
  if (url !== undefined && isLoopback(url.hostname) && url.username === '' && url.password === '') return url;
  throw new UsageFailure(`Invalid --forward-to value "${text}". Use a URL on this machine.`, {
    code: 'invalid_value',
    hint: `Example: --forward-to ${usualApp}`,
  });
}
