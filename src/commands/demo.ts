import { contractInUse } from '../cli/context/contract.js';
import { linesAsObject } from '../contract/overlay/contract.js';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../core/platform/durable-file.js';
import { EsignCommand } from '../cli/flags/command.js';
import type { Context } from '../cli/context/context.js';
import { CommandFailure, FileFailure } from '../cli/failure/failure.js';
import { formatSize } from '../cli/files/written-files.js';
import { createRunner, type DemoRunner } from '../cli/demo/runner.js';
import { openReceiver } from '../cli/demo/receiver.js';
import {
  authorTemplate,
  type DemoFiles,
  filesIn,
  registerWebhook,
  type Scene,
  sealAndFetch,
  sendAndSign,
  verifyOffline,
} from '../cli/demo/scenes.js';
import { openSetup } from '../cli/demo/setup.js';
import { valuesYaml } from '../cli/demo/script.js';
import { createPrinter, demoLine, type Printer } from '../cli/demo/printer.js';
import { emulatorCommand } from './emulator/emulator.js';
import { envelopeCommand } from './envelope/envelope.js';
import { pdfCommand } from './pdf/pdf.js';
import { templateCommand } from './template/template.js';
import { webhookCommand } from './webhook/webhook.js';
import { packageRoot } from '../core/platform/package-files.js';

/** The nouns whose commands the demo runs. */
const nouns = [templateCommand, envelopeCommand, webhookCommand, emulatorCommand, pdfCommand];

interface DemoOptions {
  readonly output: string;
}

/** `esign demo`: a complete workflow with a real form on this machine, with the command of every step. */
export function demoCommand(context: Context): EsignCommand {
  return new EsignCommand('demo')
    .description(
      'Run a complete signing workflow on this machine. A lease form becomes a template, is sent, signed by five people ' +
        'and sealed by a temporary emulator. Every step shows its command. Your configuration is not changed.',
    )
    .option('-o, --output <folder>', 'folder for the PDFs, created if missing', 'esign-demo')
    .example('esign demo -o demo', 'Run the demo and write the PDFs to `demo`.')
    .example('esign demo -o demo --json', 'Print the steps as NDJSON.')
    .aliasFlags({ '--out': '--output' })
    .streams(demoLine)
    .plain()
    .exits([0, 1, 2, 9, 12, 130])
    .action((options: DemoOptions) => runDemo(context, options));
}

async function runDemo(context: Context, { output: out }: DemoOptions): Promise<void> {
  const began = context.clock.now();
  const printer = createPrinter(context);
  const files = filesIn(out);
  const closing: (() => Promise<void>)[] = [];
  try {
    await layOut(context, out, files);
    const { startEmulator } = await import('../emulator/emulator.js');
    const inUse = await contractInUse(context.settings());
    const contract = inUse?.contract;
    const emulator = await startEmulator({
      plan: 'paid',
      ...(contract === undefined ? {} : { contract: linesAsObject(contract) }),
    });
    closing.push(() => emulator.close());
    const receiver = await openReceiver(context.clock, () => emulator.clock.now().getTime(), contract);
    closing.push(() => receiver.close());
    const scratch = await mkdtemp(join(tmpdir(), 'esign-demo-'));
    closing.push(() => rm(scratch, { recursive: true, force: true }));
    const place = { url: emulator.url, liveKey: emulator.keys.live, scratch, contract };
    const stage = openSetup(context, place, nouns);
    closing.push(() => stage.close());
    const play = createRunner(context, stage, printer, receiver);
    const scene: Scene = { context, play, printer, receiver, files };
    await open(printer, emulator.url);
    await authorTemplate(scene);
    await registerWebhook(scene);
    await sendAndSign(scene);
    await sealAndFetch(scene);
    await verifyOffline(scene);
    await close(context, printer, play, files, began);
  } finally {
    for (const end of closing.toReversed()) await end();
  }
}

/** The folder with the input files: the form and its values. */
async function layOut(context: Context, out: string, files: DemoFiles): Promise<void> {
  try {
    await makeFolder(context.files.resolve(out));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new FileFailure('output', out, `Cannot create the folder ${out} (${code}).`, {
      hint: 'Use another folder with --output.',
    });
  }
  const form = await readFile(join(packageRoot(), 'dist', 'assets', 'demo', 'lease.pdf'));
  await refuseOthersFiles(context, files, form);
  await context.files.write(files.form, form, { overwrite: true });
  await context.files.write(files.values, valuesYaml, { overwrite: true });
}

/** A folder of an earlier run is reused; other files with these names are not overwritten. */
async function refuseOthersFiles(context: Context, files: DemoFiles, form: Buffer): Promise<void> {
  const held = async (path: string): Promise<Buffer | null> =>
    await readFile(context.files.resolve(path)).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw new FileFailure('output', path, `Cannot read ${path}.`, {
        hint: 'Use another folder with --output.',
      });
    });
  const own = new Map([
    [files.form, form],
    [files.values, Buffer.from(valuesYaml)],
  ]);
  const isOurs = (await held(files.form))?.equals(form) === true;
  for (const path of Object.values(files) as readonly string[]) {
    const now = await held(path);
    const wrote = own.get(path);
    if (now === null || (wrote === undefined ? isOurs : wrote.equals(now))) continue;
    throw new FileFailure('output', path, `${path} already exists and was not written by the demo.`, {
      code: 'file_exists',
      hint: 'Use another folder with --output, or delete the file.',
    });
  }
}

async function open(printer: Printer, url: string): Promise<void> {
  await printer.say({ type: 'ready', url }, (colour) => [
    colour.bold('A lease for five people: from a PDF form to a sealed document'),
    colour.dim('You can run these commands yourself. The demo runs them against a temporary emulator.'),
  ]);
  await printer.step('Start the service on this machine');
  await printer.command('esign emulator start --detach');
  await printer.command('export ESIGN_PROFILE=local');
  await printer.did(`running at ${url}`, { url });
}

async function close(
  context: Context,
  printer: Printer,
  play: DemoRunner,
  files: DemoFiles,
  began: number,
): Promise<void> {
  const seconds = Math.round((context.clock.now() - began) / 100) / 10;
  const verified = play.deliveries.filter((delivery) => delivery.verified).length;
  const named = Object.entries(abouts).map(([name, about]) => [files[name as keyof DemoFiles], about] as const);
  const sizes = await Promise.all(named.map(async ([path]) => (await stat(context.files.resolve(path))).size));
  const list = named.map(([path, about], index) => ({ path, about, bytes: sizes[index] ?? 0 }));
  const widest = Math.max(...list.map(({ path }) => path.length));
  await printer.say(
    {
      type: 'done',
      seconds,
      events: play.deliveries.map(({ event }) => event),
      verified,
      files: list.map(({ path, bytes }) => ({ file: context.files.resolve(path), bytes })),
    },
    (colour) => [
      '',
      `${colour.good('Done')} in ${seconds} s. ${verified} of ${play.deliveries.length} deliveries verified, in this order:`,
      ...inOrder(play.deliveries.map(({ event }) => event)).map((event) => `${margin}${event}`),
      'Files:',
      ...list.map(
        ({ path, about, bytes }) =>
          `${margin}${colour.bold(path.padEnd(widest))}  ${formatSize(bytes).padStart(9)}  ${colour.dim(about)}`,
      ),
    ],
  );
  if (verified === play.deliveries.length) return;
  throw new CommandFailure(9, 'verification_failed', 'A delivery did not verify.');
}

const margin = '    ';

const abouts: Readonly<Record<keyof DemoFiles, string>> = {
  sealed: 'the signed document with its certificate',
  draft: 'the draft after three of five signatures',
  form: 'the original form',
  values: 'the prefilled values',
  secret: 'the signing secret to verify deliveries',
  ca: 'the certificate to verify the signed document',
};

/** Consecutive repeats are counted: `recipient.completed × 4`. */
function inOrder(events: readonly string[]): string[] {
  const runs: { event: string; times: number }[] = [];
  for (const event of events) {
    const last = runs.at(-1);
    if (last?.event === event) last.times += 1;
    else runs.push({ event, times: 1 });
  }
  return runs.map(({ event, times }) => (times === 1 ? event : `${event} × ${times}`));
}
