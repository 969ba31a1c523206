import { Option } from 'commander';
import { EsignCommand } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { serviceExitCodes } from '../cli/exit-code.js';
import { UsageFailure } from '../cli/failure.js';
import { uuidOf } from '../cli/identifier.js';
import { collect } from '../cli/recipient.js';
import { readHeader } from '../cli/header.js';
import { readExpected, readInterval, readPatterns, readPort, readRetries } from '../listen-cli/arguments.js';
import type { ListenOptions } from '../listen-cli/options.js';
import { withWords } from '../listen-cli/failures.js';
import { completesWith } from '../cli/completion-hint.js';
import { eventWords } from '../webhook-endpoint/arguments.js';
import { tunnelList, tunnelNames } from '../tunnel/names.js';

/** `esign listen`: receives deliveries on this machine, verified, byte for byte, and takes them to an app. */
export function listenCommand(context: Context): EsignCommand {
  const command = new EsignCommand('listen')
    .description(
      'Receive the service’s deliveries on this machine: each is verified, written down and only then acknowledged, and ' +
        'goes on to your app as the very bytes that came, with the very signature. An endpoint is registered when a ' +
        'round trip through the tunnel has come back, and removed at the end. Events of the whole organisation arrive, ' +
        'live ones too: the service does not tell them apart. A service on this machine needs no tunnel.',
    )
    .argument('[command...]', 'after `--`: run this while listening, and end with its exit code')
    .offers('command', { commandLine: true });
  forwarding(command);
  tunnel(command);
  insideTests(command);
  endpoint(command);
  return command
    .example('esign listen --forward-to 127.0.0.1:3000/hooks', 'Deliveries of every event go to a local app.')
    .example(
      "esign listen --route 'envelope.*=http://127.0.0.1:3000/' --route '*=http://127.0.0.1:4000/'",
      'The first route that fits gets the event, and no other.',
    )
    .example(
      'esign listen --expect envelope.sent,envelope.completed --timeout 60s -- npm test',
      'Run the tests; fail unless both events come for an envelope that they create through ESIGN_BASE_URL.',
    )
    .example('esign listen --poll --forward-to 3000', 'Behind any firewall: changes of envelopes become events here.')
    .example('esign listen --prune', 'Remove the endpoints that killed listeners of this machine left behind.')
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
    .exits(serviceExitCodes, 9, 10, 12, 126, 127, 143)
    .action((words: readonly string[], options: ListenOptions) => runListen(context, { ...options, words }));
}

/** A named one may have more after its name; what ends with a slash is only a beginning. */
const tunnelWords = tunnelNames.map(({ name, about }) => ({ word: name === 'ssh' ? 'ssh://' : name, about }));

function forwarding(command: EsignCommand): void {
  const group = 'Forwarding:';
  const add = (option: Option): unknown => command.addOption(option.helpGroup(group));
  add(new Option('--forward-to <url>', 'the app that gets every event; a port alone means this machine'));
  add(
    new Option(
      '--route <pattern=url>',
      'an app for some events; may be repeated, the first that fits counts',
    ).argParser(collect((text) => text)),
  );
  add(
    completesWith(
      new Option('--event <names>', 'listen for these events only, such as envelope.*; may be repeated').argParser(
        readPatterns,
      ),
      { words: eventWords },
    ),
  );
  add(
    new Option(
      '--ack <when>',
      'early: answer the service once the delivery is on the disk, and try the app from here for as long as it takes ' +
        '(the default: the service asks receivers to process after answering); app: give the service the app’s own ' +
        'status, within 8 s, to test your own handling of retries',
    ).choices(['early', 'app']),
  );
  add(
    new Option('--retries <number>', 'how often an app that answers no 2xx is tried again (10)').argParser(readRetries),
  );
  const header = collect((text: string) => readHeader(text, '--header'));
  add(new Option('--header <name: value>', 'a header for the app; may be repeated').argParser(header));
  add(new Option('--forward-ca <file>', 'trust this certificate authority of the app'));
  add(new Option('--insecure-forward', 'take any certificate of the app'));
  add(new Option('--secret-file <file>', 'write the endpoint’s secret into this file (0600), for the app'));
  add(new Option('--force', 'overwrite that file'));
  add(new Option('--print-secret', 'print the endpoint’s secret when ready'));
}

function tunnel(command: EsignCommand): void {
  const group = 'Tunnel:';
  const add = (option: Option): unknown => command.addOption(option.helpGroup(group));
  add(new Option('--public-url <url>', 'an address of your own that leads to --port on this machine'));
  add(
    completesWith(
      new Option(
        '--tunnel <name>',
        `${tunnelList('with details')} (ESIGN_TUNNEL); the best one that is set up otherwise`,
      ),
      { words: tunnelWords },
    ),
  );
  add(new Option('--tunnel-cmd <command>', 'any program that makes a tunnel: `x {port}`'));
  add(new Option('--tunnel-address <where>', 'where that program prints its address: /pattern/ or .path[0]'));
  add(new Option('--port <number>', 'the port to listen on; any free one otherwise').argParser(readPort));
  add(
    new Option(
      '--poll',
      'no tunnel: read the envelopes made from this machine again and again, and make events of their changes; a failed ' +
        'sealing shows in no read, so envelope.sealing_failed never comes this way',
    ),
  );
  add(new Option('--interval <duration>', 'with --poll: how often (5s)').argParser(readInterval));
}

function insideTests(command: EsignCommand): void {
  const group = 'Inside tests:';
  const add = (option: Option): unknown => command.addOption(option.helpGroup(group));
  add(
    completesWith(
      new Option(
        '--expect <events>',
        'end once these events of one envelope have come: 0; 10 when they cannot come any more, 12 after --timeout (60s)',
      ).argParser(readExpected),
      { words: eventWords },
    ),
  );
  add(
    new Option('--envelope <id>', 'expect them of this envelope; with --poll, follow it; may be repeated').argParser(
      collect(uuidOf('envelope')),
    ),
  );
  add(
    new Option(
      '--any-envelope',
      'with a command: count every envelope, not only those that it creates, sends or voids through ESIGN_BASE_URL',
    ),
  );
  add(new Option('--junit <file>', 'write what was expected, and the command, as JUnit XML'));
}

function endpoint(command: EsignCommand): void {
  const group = 'The endpoint:';
  const add = (option: Option): unknown => command.addOption(option.helpGroup(group));
  add(new Option('--brand <id>', 'only envelopes of this brand').argParser(uuidOf('brand')));
  add(new Option('--keep', 'leave the endpoint at the end and go on with it next time'));
  add(new Option('--rotate', 'replace the secret of a kept endpoint at the start'));
  add(new Option('--prune', 'remove endpoints that listeners of this machine left behind, and end'));
  add(new Option('--all-machines', 'with --prune: those of other machines too that are disabled or idle for a day'));
  add(new Option('--no-reaper', 'start no process that cleans up should this one be killed'));
}

export async function runListen(context: Context, options: ListenOptions): Promise<void> {
  await withWords(context.signal, async () => {
    if (options.prune === true) {
      const { runPrune } = await import('../listen-cli/prune.js');
      return await runPrune(context, options);
    }
    checkLimits(context, options);
    if (options.poll === true) {
      const { runPoll } = await import('../listen-cli/poll.js');
      return await runPoll(context, options);
    }
    const { runTunnelled } = await import('../listen-cli/run.js');
    return await runTunnelled(context, options);
  });
}

/** A limit or a report of nothing would look as if something were checked. */
function checkLimits(context: Context, { expect, words, junit, anyEnvelope, envelope }: ListenOptions): void {
  if (anyEnvelope === true) checkAnyEnvelope(expect !== undefined, envelope !== undefined);
  if (expect !== undefined || words.length > 0) return;
  const flag = junit !== undefined ? '--junit' : context.flags().timeout !== undefined ? '--timeout' : undefined;
  if (flag === undefined) return;
  throw new UsageFailure(`${flag} needs something to wait for: --expect, or a command after \`--\`.`, {
    code: 'missing_option',
    hint: `Write it like this: esign listen --expect envelope.sent --timeout 60s`,
  });
}

function checkAnyEnvelope(hasExpect: boolean, hasEnvelope: boolean): void {
  if (hasEnvelope) {
    throw new UsageFailure('--envelope and --any-envelope cannot be used together.', {
      code: 'conflicting_options',
      hint: 'Leave out one of them.',
    });
  }
  if (hasExpect) return;
  throw new UsageFailure('--any-envelope needs --expect.', {
    code: 'missing_option',
    hint: 'Write it like this: esign listen --expect envelope.sealed --any-envelope -- npm test',
  });
}
