import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agreementPdf } from '../support/agreement.js';
import { bin } from '../support/esign.js';
import { type Listening, type ListenLine, listenScene } from '../support/listening/listening.js';

let template: string;
let holds = 0;
const recipients = [
  { role: 'Tenant', name: 'Thandi Mokoena', email: 'thandi@example.test' },
  { role: 'Landlord', name: 'Pieter van Wyk', email: 'pieter@example.test' },
];
const scene = listenScene({
  prepare: async ({ program }) => {
    writeFileSync(join(program.folder, 'agreement.pdf'), agreementPdf());
    const made = await program.run(['template', 'create', 'agreement.pdf', '-q', '--profile', 'local']);
    template = made.stdout.trim();
    const body = { template_id: template, recipients, send: true };
    writeFileSync(join(program.folder, 'envelope.json'), JSON.stringify(body));
  },
});

/** Listens with a shell script as the command. */
function listen(flags: readonly string[], script: string, env: NodeJS.ProcessEnv = {}): Listening {
  const esign = `esign() { '${process.execPath}' '${bin}' "$@"; }\n`;
  return scene.listen([...flags, '--', 'sh', '-ec', esign + script], env);
}
const endOf = async (one: Listening) => {
  const { code, stderr } = await one.ended;
  const error = code === 0 ? null : (JSON.parse(stderr) as { error: Record<string, unknown> }).error;
  return { code, error };
};
const arrived = (event: string, envelope: string) => (line: ListenLine) =>
  line.type === 'delivery' && line['event'] === event && line['envelope_id'] === envelope;
/** A command that does nothing until it is released. */
function holding(): { readonly script: string; release(): Promise<void> } {
  const path = join(scene.program.folder, `hold-${(holds += 1)}`);
  execFileSync('mkfifo', [path]);
  return { script: `cat '${path}'`, release: () => writeFile(path, '') };
}
const curl = (path: string, body: string, address = '$ESIGN_BASE_URL'): string =>
  `curl -sS --fail -o answer.json "${address}${path}" -H "Authorization: Bearer $KEY" ` +
  `-H "Content-Type: application/json" -H "Idempotency-Key: $(date +%s%N)" --data ${body}\n`;
const byCurl = curl('/api/v1/envelopes', '@envelope.json');
const people =
  "--recipient 'role=Tenant,name=Thandi M,email=t@example.test' --recipient 'role=Landlord,name=Pieter,email=p@example.test'";

describe('listen --expect with a command', () => {
  it('does not count the envelope of somebody else, unless it is asked to', async () => {
    for (const flags of [[], ['--any-envelope']]) {
      const hold = holding();
      const one = listen(
        ['--expect', 'envelope.sealed', '--max-wait', '90s', '--junit', 'own.xml', ...flags],
        hold.script,
      );
      await one.ready();
      await one.line(arrived('envelope.sealed', await scene.trigger('envelope.sealed')));
      await hold.release();
      const { code, error } = await endOf(one);
      expect([flags, code]).toEqual([flags, flags.length === 0 ? 10 : 0]);
      if (error === null) continue;
      expect(error).toMatchObject({ code: 'no_envelope', missing: ['envelope.sealed'] });
      expect(error['message']).toContain('did not create, send or void an envelope through ESIGN_BASE_URL');
      expect(error['hint']).toContain('--any-envelope');
    }
  });

  it('counts the envelope that curl creates through ESIGN_BASE_URL', async () => {
    const one = listen(['--expect', 'envelope.sent', '--max-wait', '90s'], byCurl, { KEY: scene.key });
    expect(await endOf(one)).toEqual({ code: 0, error: null });
  });

  it('counts the envelope that esign creates, under the address and the profile of the service', async () => {
    const script =
      `esign envelope create --template ${template} ${people} --send -q > id\n` +
      'esign emulator sign "$(cat id)" Tenant > signed\nesign emulator sign "$(cat id)" Landlord > signed\n' +
      'esign whoami --json > whoami.json\nesign request list --json > requests.json';
    const one = listen(['--expect', 'envelope.sent,envelope.completed', '--max-wait', '90s'], script);
    expect(await endOf(one)).toEqual({ code: 0, error: null });
    const { stdout } = await scene.program.shell('cat whoami.json requests.json');
    expect(stdout).toContain(scene.base);
    expect(stdout).not.toContain('_listen');
  });

  it('counts it inside emulator exec, where the emulator is known by its real address', async () => {
    const own = `'${process.execPath}' '${bin}'`;
    const script =
      `template=$(${own} template create agreement.pdf -q)\n` +
      `${own} listen --expect envelope.sent --max-wait 90s -- ` +
      `${own} envelope create --template "$template" ${people} --send -q`;
    const ran = await scene.program.run(['emulator', 'exec', '--', 'sh', '-ec', script]);
    expect([ran.code, ran.stderr]).toEqual([0, expect.not.stringContaining('ESIGN_BASE_URL overrides')]);
  });

  it('counts what the command sends or voids, and names what it cannot bring any more', async () => {
    writeFileSync(join(scene.program.folder, 'draft.json'), JSON.stringify({ template_id: template, recipients }));
    const made = ['envelope', 'create', '--input', 'draft.json', '-q', '--profile', 'local'];
    const id = (await scene.program.run(made)).stdout.trim();
    const sends = curl(`/api/v1/envelopes/${id}/send`, "'{}'");
    expect(
      await endOf(listen(['--expect', 'envelope.sent', '--max-wait', '90s'], sends, { KEY: scene.key })),
    ).toMatchObject({
      code: 0,
    });
    const voids = curl(`/api/v1/envelopes/${id}/void`, `'{"reason":"Wrong tenant"}'`);
    const both = ['--expect', 'envelope.sealed,envelope.voided', '--max-wait', '90s'];
    expect(await endOf(listen(both, voids, { KEY: scene.key }))).toMatchObject({
      code: 10,
      error: { code: 'cannot_come' },
    });
  });

  it('says that a command with an address of its own created nothing there', async () => {
    const direct = byCurl.replace('$ESIGN_BASE_URL', scene.base);
    const one = listen(['--expect', 'envelope.sent', '--max-wait', '90s'], direct, { KEY: scene.key });
    expect(await endOf(one)).toMatchObject({ code: 10, error: { code: 'no_envelope' } });
  });

  it('waits for a program that the command left running', async () => {
    const hold = holding();
    const left = `(${hold.script}; ${byCurl.trim()}) > /dev/null 2>&1 &\n`;
    const one = listen(['--expect', 'envelope.sent', '--max-wait', '90s'], left, { KEY: scene.key });
    await one.ready();
    await hold.release();
    expect(await endOf(one)).toEqual({ code: 0, error: null });
  });

  it('follows such an envelope with --poll too', async () => {
    const one = listen(['--poll', '--interval', '1s', '--expect', 'envelope.sent', '--max-wait', '90s'], byCurl, {
      KEY: scene.key,
    });
    expect(await endOf(one)).toEqual({ code: 0, error: null });
  });

  it('leaves the address of the command alone where nothing is expected of it', async () => {
    const one = listen([], 'echo "[$ESIGN_BASE_URL$ESIGN_LISTEN_NOTES]" > address');
    await one.ended;
    expect((await scene.program.shell('cat address')).stdout).toBe('[]\n');
  });

  it.each([
    [['--any-envelope'], 'missing_option'],
    [
      ['--expect', 'envelope.sent', '--any-envelope', '--envelope', '0191b4c2-0000-7000-8000-000000000000'],
      'conflicting_options',
    ],
  ])('refuses %s', async (flags, code) => {
    const ran = await scene.program.run(['listen', '--json', '--profile', 'local', ...flags]);
    expect([ran.code, JSON.parse(ran.stderr)]).toMatchObject([2, { error: { code } }]);
  });
});
