import { startReceiver, type Receiver } from './deliveries.js';
import { type EmulatorMachine, newEmulatorMachine, people } from './emulator-machine.js';

/** A machine with an emulator, a template, and an endpoint that is told of every envelope that is sent. */
export interface EndpointMachine extends EmulatorMachine {
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
