import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemplate } from '../agreement.js';
import { type Call, startTestEmulator, type TestEmulator } from '../emulator.js';
import { type Machine, newMachine, type Ran, type RunOptions } from '../program.js';
import type { Person, Template } from '../shapes.js';

/** Somebody at a machine of their own, with a key of their own. */
export interface Colleague {
  readonly machine: Machine;
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Anything but exit 0 is an error of the test. */
  ok(argv: readonly string[], options?: RunOptions): Promise<Ran>;
  write(name: string, content: string): string;
  edit(name: string, change: (text: string) => string): void;
}

/** Two people who edit the templates of one organisation. */
export interface TwoPeople {
  readonly emulator: TestEmulator;
  readonly ann: Colleague;
  readonly ben: Colleague;
  readonly call: Call;
  /** Makes a template that neither of the two has seen. */
  template(pdf?: Buffer): Promise<Template>;
  read(id: string): Promise<Template>;
  people(id: string): Promise<readonly Person[]>;
  close(): Promise<void>;
}

export async function twoPeople(): Promise<TwoPeople> {
  const emulator = await startTestEmulator();
  const organisation = await emulator.organisation();
  const colleague = async (): Promise<Colleague> => {
    const { key } = await emulator.key(organisation);
    const machine = newMachine();
    Object.assign(machine.env, { ESIGN_BASE_URL: emulator.url, ESIGN_API_KEY: key, ESIGN_EMULATOR: '1' });
    const run: Colleague['run'] = (argv, options) => machine.run([...argv, '--yes'], options);
    const path = (name: string): string => join(machine.folder, name);
    return {
      machine,
      run,
      ok: async (argv, options) => {
        const ran = await run(argv, options);
        if (ran.code !== 0) throw new Error(`esign ${argv.join(' ')} ended with ${ran.code}:\n${ran.stderr}`);
        return ran;
      },
      write: (name, content) => {
        writeFileSync(path(name), content);
        return name;
      },
      edit: (name, change) => writeFileSync(path(name), change(readFileSync(path(name), 'utf8'))),
    };
  };
  const [ann, ben] = [await colleague(), await colleague()];
  const call = organisation.live;
  return {
    emulator,
    ann,
    ben,
    call,
    template: async (pdf) => {
      // A minute on: the keys are not limited by what an earlier scene asked.
      await emulator.advance(60_000);
      return await createTemplate(call, pdf);
    },
    read: async (id) => (await call<Template>(`GET /api/v1/templates/${id}`)).body,
    people: async (id) =>
      (await call<{ readonly people: readonly Person[] }>(`GET /api/v1/templates/${id}/people`)).body.people,
    close: async () => {
      await emulator.close();
      for (const { machine } of [ann, ben]) machine.remove();
    },
  };
}
