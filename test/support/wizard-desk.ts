import { copyFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { saveProfile } from '../../src/config/save-profile.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from './emulator.js';
import { bin, type Esign, newEsign } from './esign.js';
import type { Template } from './shapes.js';
import { openTerminal, type TmuxTerminal } from './tmux.js';

/** Somebody at a terminal with the built program, an emulator whose ids are always the same, and one form. */
export interface WizardDesk {
  readonly esign: Esign;
  readonly emulator: TestEmulator;
  readonly organisation: TestOrganisation;
  /** Opens a terminal that runs a command line of the program. */
  open(
    words: readonly string[],
    options?: { readonly columns?: number; readonly rows?: number; readonly env?: Readonly<Record<string, string>> },
  ): Promise<TmuxTerminal>;
  template(id: string): Promise<{ readonly body: Template; readonly etag: string }>;
  close(): Promise<void>;
}

/** `form` is a path below the project; it stands in the folder that commands run in. */
export async function newWizardDesk(form: string): Promise<WizardDesk> {
  const emulator = await startTestEmulator({ seed: 11 });
  const organisation = await emulator.organisation();
  const esign = newEsign();
  const secrets = { live: organisation.liveKey, test: organisation.testKey };
  const profile = { base_url: emulator.url, mode: 'live', emulator: true, secrets } as const;
  await saveProfile(esign.path('config'), 'local', profile, 'file');
  copyFileSync(fileURLToPath(new URL(`../../${form}`, import.meta.url)), esign.path(basename(form)));
  const terminals: TmuxTerminal[] = [];
  return {
    esign,
    emulator,
    organisation,
    open: async (words, { columns = 80, rows = 24, env = {} } = {}) => {
      const terminal = await openTerminal({
        columns,
        rows,
        command: [process.execPath, bin, ...words],
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
