import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepEmulatorToken } from '../../src/core/config/emulator-token.js';
import { saveProfile } from '../../src/core/config/save-profile.js';
import { agreementPdf } from './agreement.js';
import { type StartOptions, startTestEmulator, type TestEmulator, type TestOrganisation } from './emulator.js';
import { type Machine, newMachine, type Ran, type RunOptions } from './program.js';
import { type Receiver, startReceiver } from './listening/deliveries.js';

/** A machine whose profile `local` reaches an emulator in this process, as `emulator start` leaves it. */
export interface EmulatorMachine {
  readonly machine: Machine;
  readonly emulator: TestEmulator;
  readonly organisation: TestOrganisation;
  /** Runs a command line; anything but exit 0 is an error of the test. */
  ok(argv: readonly string[], options?: RunOptions): Promise<Ran>;
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>;
  /** The environment of somebody who works with a live key and no profile. */
  live(): Record<string, string>;
  path(name: string): string;
  write(name: string, content: string | Buffer): string;
  /** Creates a template of the agreement and answers with its id. */
  template(name?: string): Promise<string>;
  /** Stops the emulator; `start` starts it again at its address, with what it kept in `data`. */
  isRunning(): boolean;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function newEmulatorMachine(options: StartOptions = {}): Promise<EmulatorMachine> {
  let emulator = await startTestEmulator(options);
  let isStopped = false;
  const organisation = await emulator.organisation();
  const machine = newMachine();
  const secrets = { live: organisation.liveKey, test: organisation.testKey };
  const profile = { base_url: emulator.url, mode: 'live', emulator: true, secrets } as const;
  await saveProfile(machine.env['ESIGN_CONFIG_DIR'] ?? '', 'local', profile, 'file');
  await keepEmulatorToken(machine.env['ESIGN_STATE_DIR'] ?? '', emulator.url, emulator.token);
  const path = (name: string): string => join(machine.folder, name);
  const write = (name: string, content: string | Buffer): string => {
    writeFileSync(path(name), content);
    return name;
  };
  write('agreement.pdf', agreementPdf());
  const ok: EmulatorMachine['ok'] = async (argv, options) => {
    const ran = await machine.run(argv, options);
    if (ran.code !== 0) throw new Error(`esign ${argv.join(' ')} ended with ${ran.code}:\n${ran.stderr}`);
    return ran;
  };
  return {
    machine,
    get emulator() {
      return emulator;
    },
    organisation,
    ok,
    run: (argv, options) => machine.run(argv, options),
    live: () => ({
      ESIGN_BASE_URL: emulator.url,
      ESIGN_API_KEY: organisation.liveKey,
      ESIGN_CONFIG_DIR: path('empty'),
    }),
    path,
    write,
    template: async (name = 'Lease') => {
      return (await ok(['template', 'create', 'agreement.pdf', '--name', name, '-q'])).stdout.trim();
    },
    isRunning: () => !isStopped,
    stop: async () => {
      if (isStopped) return;
      isStopped = true;
      await emulator.close();
    },
    start: async () => {
      if (!isStopped) return;
      emulator = await startTestEmulator({ ...options, port: Number(new URL(emulator.url).port) });
      isStopped = false;
    },
    close: async () => {
      if (!isStopped) await emulator.close();
      machine.remove();
    },
  };
}

/** The two people of the agreement, as flags. */
export const people = [
  '--recipient',
  'role=Tenant,name=Thandi Mokoena,email=thandi@example.test',
  '--recipient',
  'role=Landlord,name=Pieter van Wyk,email=pieter@example.test',
];

/** A machine with an emulator, a template, and an endpoint that is told of every envelope that is sent. */
interface EndpointMachine extends EmulatorMachine {
  readonly receiver: Receiver;
  /** The id of the endpoint. */
  readonly endpoint: string;
  /** Makes a draft and answers its id. */
  draft(): Promise<string>;
  /** Sends an envelope and answers its id. */
  send(): Promise<string>;
  /** Lets what is due be delivered. */
  settle(): Promise<void>;
}

export async function newEndpointMachine(): Promise<EndpointMachine> {
  const at = await newEmulatorMachine();
  const receiver = await startReceiver();
  const register = ['webhook', 'register', '--url', receiver.url, '--event', 'envelope.sent'];
  const endpoint = (await at.ok([...register, '--secret-file', 'hook.secret', '-q'])).stdout.trim();
  const template = await at.template();
  const make = async (...words: readonly string[]): Promise<string> => {
    const made = await at.ok(['envelope', 'create', '--template', template, ...people, ...words, '-q']);
    return made.stdout.trim();
  };
  return {
    ...at,
    receiver,
    endpoint,
    draft: () => make(),
    send: () => make('--value', '.rental.amount=9500', '--send'),
    settle: () => at.emulator.settle(),
    close: async () => {
      await at.close();
      await receiver.close();
    },
  };
}
