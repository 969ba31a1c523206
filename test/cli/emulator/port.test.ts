import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { saveProfile } from '../../../src/core/config/save-profile.js';
import { agreementPdf } from '../../support/agreement.js';
import { people } from '../../support/emulator-machine.js';
import { newMachine } from '../../support/program.js';
import type { Template } from '../../support/shapes.js';
import { fresh } from '../../support/shared.js';

const machine = fresh(newMachine);

interface Ready {
  readonly url: string;
  readonly missed_port?: number;
}

interface Started<T> {
  readonly said: T;
  stop(): Promise<void>;
}

/** Runs the emulator in this process until it is told to stop. */
async function start(words: readonly string[], human = false): Promise<Started<string>> {
  const stopping = new AbortController();
  const options = { terminal: human, columns: 200, signal: stopping.signal };
  const { terminal, ended } = machine.start(['emulator', 'start', ...words, ...(human ? [] : ['--json'])], options);
  await expect.poll(() => terminal.stdout()).toContain('\n');
  return {
    said: terminal.stdout(),
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

async function ready(...words: readonly string[]): Promise<Started<Ready>> {
  const { said, stop } = await start(words);
  return { said: JSON.parse(said) as Ready, stop };
}

describe('the port of an emulator that is started again', () => {
  it('is that of the last time, so that the lists kept by address are still there', async () => {
    const first = await ready('--port', '0');
    writeFileSync(`${machine.folder}/agreement.pdf`, agreementPdf());
    const { id } = (await machine.run(['template', 'create', 'agreement.pdf', '--json'])).json<Template>();
    const created = await machine.run(['envelope', 'create', '--template', id, ...people, '--json']);
    expect([created.code, created.stderr]).toEqual([0, '']);
    const listed = (await machine.run(['envelope', 'list', '-q'])).stdout;
    expect(listed).toMatch(/^[\da-f-]{36}\n$/);
    await first.stop();

    const second = await ready();
    expect(second.said).toMatchObject({ url: first.said.url });
    expect(second.said).not.toHaveProperty('missed_port');
    expect((await machine.run(['envelope', 'list', '-q'])).stdout).toBe(listed);
    await second.stop();
  }, 30_000);

  it('is another one when that is taken, with a note', async () => {
    const first = await ready('--port', '0');
    await first.stop();
    const port = Number(new URL(first.said.url).port);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    const shown = await start([], true);
    expect(shown.said).toContain(`The last port, ${port}, is in use by another program.`);
    await shown.stop();
    await new Promise((resolve) => other.close(resolve));
  });

  it('is not the default one while another emulator has it, running or not', async () => {
    const profile = { base_url: 'http://127.0.0.1:4747', emulator: true, secrets: {} };
    await saveProfile(machine.env['ESIGN_CONFIG_DIR'] ?? '', 'other', profile, 'file');
    const started = await ready('--profile', 'second');
    await started.stop();
    expect(started.said.url).not.toBe('http://127.0.0.1:4747');
    expect(started.said).not.toHaveProperty('missed_port');
  });

  it('goes with the data folder, not with the profile', async () => {
    const first = await ready('--port', '0', '--data', 'there');
    await first.stop();
    const second = await ready('--data', 'there', '--profile', 'second');
    expect(second.said.url).toBe(first.said.url);
    await second.stop();
  });
});
