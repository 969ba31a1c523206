import type { ShapeBlocks } from '../contract/shape.js';
import { listenLine } from '../receiving/listener/listen-line.js';
import { Option } from 'commander';
import { writeEnvOption } from '../cli/context/app-settings.js';
import { EsignCommand } from '../cli/flags/command.js';
import type { Context } from '../cli/context/context.js';
import { serviceExitCodes } from '../cli/failure/exit-code.js';
import { UsageFailure } from '../cli/failure/failure.js';
import { uuidOf } from '../cli/flags/identifier.js';
import { collect } from '../cli/flags/option.js';
import { readHeader } from '../cli/flags/header.js';
import {
  readExpected,
  readInterval,
  readPatterns,
  readPort,
  readRetries,
  routingOf,
} from '../receiving/listener/arguments.js';
import type { ListenOptions } from '../receiving/listener/options.js';
import { withWords } from '../receiving/listener/failures.js';
import { completesWith } from '../cli/flags/completion-hint.js';
import { eventWords } from '../receiving/endpoint/arguments.js';
import { tunnelList, tunnelWords } from '../listen/tunnel/table.js';
import { maxWaitOption } from '../cli/flags/duration.js';

/** What `esign listen --prune` deleted, and what it left with the reason. */
const pruned = (s: ShapeBlocks) =>
  s.object({ removed: s.count, left: s.list(s.object({ id: s.text, url: s.text, why: s.text })) });

/** `esign listen`: receives, verifies and stores deliveries on this machine, and forwards them to an app. */
export function listenCommand(context: Context): EsignCommand {
  const command = new EsignCommand('listen')
    .description(
      'Receive webhook deliveries on this machine and forward them to your app. Each delivery is verified and stored ' +
        'before it is acknowledged, and forwarded with its original bytes and signature. An endpoint is registered ' +
        'after a successful round trip through the tunnel, and removed when listening ends. You receive the events of ' +
        'the whole organisation, including live ones, because the service does not separate them. An emulator on this ' +
        'machine needs no tunnel. With --mine, deliveries of envelopes that others created are acknowledged, recorded and ' +
        'counted, and do not reach your app; an envelope that your app creates without esign counts as theirs. At a ' +
        'terminal, keys look at deliveries and replay them; `?` lists them.',
    )
    .argument('[command...]', 'command to run while listening, after `--`; its exit code is returned')
    .offers('command', { commandLine: true });
  forwarding(command);
  tunnel(command);
  insideTests(command);
  endpoint(command);
  return command
    .example('esign listen --forward-to 127.0.0.1:3000/hooks', 'Forward every event to a local app.')
    .example(
      "esign listen --route 'envelope.*=http://127.0.0.1:3000/' --route '*=http://127.0.0.1:4000/'",
      'Forward each event to the first matching route only.',
    )
    .example(
      'esign listen --expect envelope.sent,envelope.completed --max-wait 60s -- npm test',
      'Run tests, and fail unless both events arrive for an envelope created through ESIGN_BASE_URL.',
    )
    .example('esign listen --mine --forward-to 3000', 'Leave out the envelopes of colleagues and of production.')
    .example('esign listen --poll --forward-to 3000', 'Work behind a firewall by polling envelopes for changes.')
    .example('esign listen --prune', 'Delete endpoints left behind by listeners of this machine.')
    .usesOperations(
      'registerWebhook',
      'listWebhooks',
      'getWebhook',
      'updateWebhook',
      'deleteWebhook',
      'rotateWebhookSecret',
    )
    .asksOtherwise()
    .usesOperations('getEnvelope', 'listEnvelopeDocuments')
    .streams(listenLine)
    .prints(pruned, '--prune')
    .exits(serviceExitCodes, 9, 10, 12, 126, 127, 129, 143)
    .everyday(
      '--forward-to',
      '--route',
      '--event',
      '--mine',
      '--print-secret',
      '--tunnel',
      '--public-url',
      '--port',
      '--poll',
    )
    .everyday('--expect')
    .action((words: readonly string[], options: ListenOptions) => runListen(context, { ...options, words }));
}

function forwarding(command: EsignCommand): void {
  const group = 'Forwarding:';
  const add = (option: Option): unknown => command.addOption(option.helpGroup(group));
  add(new Option('--forward-to <url>', 'app that receives every event; a port means this machine'));
  add(
    new Option('--route <pattern=url>', 'app for matching events; the first match wins (repeatable)').argParser(
      collect((text) => text),
    ),
  );
  add(
    completesWith(
      new Option('--event <name>', 'listen for these events only, for example envelope.* (repeatable)').argParser(
        readPatterns,
      ),
      { words: eventWords },
    ),
  );
  add(new Option('--mine', 'forward only envelopes created here with esign, or by the command through ESIGN_BASE_URL'));
  add(
    new Option(
      '--ack <mode>',
      'early: acknowledge once the delivery is stored on disk, then retry the app from here (default, because the ' +
        'service asks receivers to respond before processing); app: return the status of the app, within 8 s, to test ' +
        'your own retry handling',
    ).choices(['early', 'app']),
  );
  add(new Option('--retries <n>', 'retries if the app does not respond with 2xx (default: 10)').argParser(readRetries));
  const header = collect((text: string) => readHeader(text, '--header'));
  add(new Option('--no-resume', 'leave what earlier runs did not forward for `esign event replay`'));
  add(new Option('--header <name: value>', 'add a header to forwarded requests (repeatable)').argParser(header));
  add(
    new Option(
      '--find-cause',
      'if the app rejects a valid delivery with 400, 401 or 403, send it up to 80 copies with the usual mistakes, and ' +
        'say which one it accepts (default with an emulator)',
    ),
  );
  add(new Option('--no-find-cause', 'send no such copies'));
  add(new Option('--forward-ca-file <file>', 'certificate authority to trust for the app (PEM)'));
  add(new Option('--insecure-forward', 'accept any certificate of the app'));
  add(new Option('--secret-file <file>', 'write the endpoint’s secret into this file (0600), for the app'));
  add(new Option('--force', 'overwrite an existing file'));
  add(writeEnvOption('URL, webhook secret, signature header and, of an emulator, the key'));
  add(new Option('--print-secret', 'print the signing secret of the endpoint when ready'));
  add(new Option('--fresh-secret', 'on an emulator: use a new secret instead of the one that stays'));
}

function tunnel(command: EsignCommand): void {
  const group = 'Tunnel:';
  const add = (option: Option): unknown => command.addOption(option.helpGroup(group));
  add(new Option('--public-url <url>', 'your own public URL that leads to --port on this machine'));
  add(
    completesWith(
      new Option('--tunnel <name>', `${tunnelList('with details')} (ESIGN_TUNNEL) (default: the best available one)`),
      { words: tunnelWords() },
    ),
  );
  add(new Option('--tunnel-cmd <command>', 'command that starts any other tunnel, for example `x {port}`'));
  add(new Option('--tunnel-address <pattern>', 'where that command prints its URL: /pattern/ or .path[0]'));
  add(new Option('--port <n>', 'port to listen on (default: a free port)').argParser(readPort));
  add(
    new Option(
      '--poll',
      'poll the envelopes created on this machine instead of using a tunnel, and create events from their changes, ' +
        'except envelope.sealing_failed',
    ),
  );
  add(new Option('--interval <duration>', 'with --poll: polling interval (default: 5s)').argParser(readInterval));
}

function insideTests(command: EsignCommand): void {
  const group = 'Inside tests:';
  const add = (option: Option): unknown => command.addOption(option.helpGroup(group));
  add(
    completesWith(
      new Option(
        '--expect <names>',
        'exit with 0 when these events of one envelope have arrived, with 10 if they can no longer arrive, or with 12 after --max-wait',
      ).argParser(readExpected),
      { words: eventWords },
    ),
  );
  add(maxWaitOption('limit for --expect (60s) or for the command'));
  add(
    new Option(
      '--envelope <id>',
      'envelope that --expect waits for; with --poll, also follow it (repeatable)',
    ).argParser(collect(uuidOf('envelope'))),
  );
  add(
    new Option(
      '--any-envelope',
      'with a command: accept events of every envelope, not only of those that it creates, sends or voids through ESIGN_BASE_URL',
    ),
  );
  add(new Option('--junit <file>', 'write the expected events and the command as JUnit XML'));
}

function endpoint(command: EsignCommand): void {
  const group = 'The endpoint:';
  const add = (option: Option): unknown => command.addOption(option.helpGroup(group));
  add(new Option('--brand <id>', 'receive events of this brand only').argParser(uuidOf('brand')));
  add(new Option('--keep', 'keep the endpoint for the next run'));
  add(new Option('--rotate', 'rotate the secret of a kept endpoint at the start'));
  add(new Option('--end-grace', 'rotate although an earlier rotation is less than 24 hours old'));
  add(new Option('--prune', 'delete endpoints left behind by listeners of this machine, and exit'));
  add(new Option('--all-machines', 'with --prune: also those of other machines that are disabled or idle for a day'));
  add(new Option('--no-reaper', 'do not start the process that cleans up if this one is killed'));
}

async function runListen(context: Context, options: ListenOptions): Promise<void> {
  await withWords(context.signal, async () => {
    if (options.prune === true) {
      const { runPrune } = await import('../receiving/listener/prune.js');
      return await runPrune(context, options);
    }
    checkLimits(options);
    const { refuseUnknownHosts } = await import('../receiving/listener/own-address.js');
    await refuseUnknownHosts(routingOf(options).routes.map(({ target }) => target));
    const { placeOutputs } = await import('../receiving/listener/options.js');
    const placed = await placeOutputs(context, options);
    if (options.poll === true) {
      const { runPoll } = await import('../receiving/listener/poll.js');
      return await runPoll(context, placed);
    }
    const { runTunnelled } = await import('../receiving/listener/run.js');
    return await runTunnelled(context, placed);
  });
}

/** A limit or a report without expectations would suggest that something is checked. */
function checkLimits(options: ListenOptions): void {
  const { expect, words, junit, anyEnvelope, envelope, maxWait } = options;
  if (anyEnvelope === true) checkAnyEnvelope(expect !== undefined, envelope !== undefined);
  if (expect !== undefined || words.length > 0) return;
  const flag = junit !== undefined ? '--junit' : maxWait !== undefined ? '--max-wait' : undefined;
  if (flag === undefined) return;
  throw new UsageFailure(`${flag} requires --expect or a command after \`--\`.`, {
    code: 'missing_option',
    hint: 'Example: esign listen --expect envelope.sent --max-wait 60s',
  });
}

function checkAnyEnvelope(hasExpect: boolean, hasEnvelope: boolean): void {
  if (hasEnvelope) {
    throw new UsageFailure('--envelope and --any-envelope cannot be used together.', {
      code: 'conflicting_options',
      hint: 'Remove one of them.',
    });
  }
  if (hasExpect) return;
  throw new UsageFailure('--any-envelope requires --expect.', {
    code: 'missing_option',
    hint: 'Example: esign listen --expect envelope.sealed --any-envelope -- npm test',
  });
}
