import { copyFileSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect } from 'vitest';
import { keepEmulatorToken } from '../../../src/core/config/emulator-token.js';
import { saveProfile } from '../../../src/core/config/save-profile.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from '../emulator.js';
import { bin, type Esign, newEsign } from '../esign.js';
import type { Template } from '../shapes.js';
import type { SshServer } from '../listening/sshd.js';
import { openTerminal, type TmuxTerminal } from './tmux.js';
import { openState } from '../../../src/store/state.js';

/** Somebody at a terminal with the built program, an emulator whose ids are always the same, and one form. */
export interface WizardDesk {
  readonly esign: Esign;
  readonly emulator: TestEmulator;
  readonly organisation: TestOrganisation;
  /** Opens a terminal that runs a command line of the program. */
  open(words: readonly string[], options?: OpenOptions): Promise<TmuxTerminal>;
  template(id: string): Promise<{ readonly body: Template; readonly etag: string }>;
  /** Stops the emulator while `work` runs, then starts it again at its address with all that it knew. */
  without<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface OpenOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs the command line on the far side of this server, with a terminal of its own there. */
  readonly over?: SshServer;
}

const word = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The command line of `ssh`; the far side's environment is what is told, and the TERM of this side. */
function overSsh(server: SshServer, cwd: string, env: Esign['env'], command: readonly string[]): readonly string[] {
  const set = Object.entries(env).map(([name, value]) => word(`${name}=${value ?? ''}`));
  const remote = `cd ${word(cwd)} && exec env -i TERM="$TERM" LANG=C.UTF-8 ${[...set, ...command.map(word)].join(' ')}`;
  return ['ssh', '-tt', '-F', server.configFile, '-p', `${server.port}`, '127.0.0.1', remote];
}

/**
 * `form` is a path below the project; it stands in the folder that commands run in. With the text of a contract file
 * the emulator is that service, and every command is told of it.
 */
export async function newWizardDesk(form: string, contract?: string): Promise<WizardDesk> {
  const esign = newEsign({ within: true });
  if (contract !== undefined) esign.write('service.yaml', contract);
  const file = contract === undefined ? {} : { contract: esign.path('service.yaml') };
  const kept = { seed: 11, data: esign.path('service.db'), ...file };
  let emulator = await startTestEmulator(kept);
  const organisation = await emulator.organisation();
  const secrets = { live: organisation.liveKey, test: organisation.testKey };
  const profile = { base_url: emulator.url, mode: 'live', emulator: true, secrets, ...file } as const;
  await saveProfile(esign.path('config'), 'local', profile, 'file');
  await keepEmulatorToken(esign.path('state'), emulator.url, emulator.token);
  copyFileSync(fileURLToPath(new URL(`../../../${form}`, import.meta.url)), esign.path(basename(form)));
  const terminals: TmuxTerminal[] = [];
  return {
    esign,
    get emulator() {
      return emulator;
    },
    organisation,
    without: async (work) => {
      const { port } = new URL(emulator.url);
      await emulator.close();
      try {
        return await work();
      } finally {
        emulator = await startTestEmulator({ ...kept, port: Number(port) });
      }
    },
    open: async (words, { columns = 80, rows = 24, env = {}, over } = {}) => {
      const command = [process.execPath, bin, ...words];
      const terminal = await openTerminal({
        columns,
        rows,
        command: over === undefined ? command : overSsh(over, esign.folder, esign.env, command),
        env: { ...esign.env, TERM: 'screen-256color', ...env },
        cwd: esign.folder,
      });
      terminals.push(terminal);
      return terminal;
    },
    template: async (id) => {
      const { body, headers } = await organisation.live<Template>(`GET /api/v1/templates/${id}`);
      return { body, etag: String(headers['etag']) };
    },
    close: async () => {
      for (const terminal of terminals) await terminal.close();
      await emulator.close();
      await esign.remove();
    },
  };
}

/** What walks through the wizard have in common. */

/** The demo's lease, whose fields have names of their own. */
export const leaseForm = 'src/demo/lease.pdf';
/** A form that nobody here wrote. */
export const courtForm = 'test/fixtures/forms/court-foc102.pdf';

/** A form with a person who signs and many fields of nobody. */
export const taxForm = 'test/fixtures/forms/tax-us-1040.pdf';

/** Compares with the screen that was checked: `npx vitest -u` rewrites it. */
export const golden = (screen: string, name: string): Promise<void> =>
  expect(`${screen}\n`).toMatchFileSnapshot(
    fileURLToPath(new URL(`../../fixtures/wizard/${name}.txt`, import.meta.url)),
  );

/** Makes a template from the form at the desk; answers with its id. */
export const made = async (desk: WizardDesk, form: string): Promise<string> =>
  (await desk.esign.ok(['template', 'create', basename(form), '-q'])).stdout.trim();

/** The command lines that a wizard, or the page beside it, has kept of a template. */
export const doneByWizard = (stateDir: string, id: string): readonly string[] =>
  openState(stateDir)
    .read(
      (sql) =>
        sql.all<{ text: string }>(
          "SELECT text FROM wizard_notes WHERE template_id = ? AND kind = 'done' ORDER BY place",
          id,
        ),
      [],
    )
    .map(({ text }) => JSON.parse(text) as string);

/**
 * Runs the lines that the wizard wrote at another desk, on a template made in the same way, and once more, as somebody
 * does whom a failure stopped halfway; answers with its ETag after the first time.
 */
export async function replay(desk: WizardDesk, other: WizardDesk, form: string, script: string): Promise<string> {
  const id = await made(other, form);
  const shim = other.esign.write('esign', `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  const text = readFileSync(desk.esign.path(script), 'utf8');
  other.esign.write('replay.sh', `chmod +x ${shim}\nPATH="$PWD:$PATH"\n${text}`);
  const cwd = other.esign.folder;
  const run = (): Promise<unknown> =>
    execa('sh', ['replay.sh'], { cwd, env: { ...other.esign.env }, extendEnv: false, timeout: 60_000 });
  await run();
  const { etag } = await other.template(id);
  await run();
  return etag;
}
