// A long bulk run that is killed in its middle: whether a row is forgotten or sent twice, memory, and CPU a row by tenths.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'libsql';
import { line } from '../figures.mjs';
import { templateOf } from '../emulator-setup.mjs';
import { environmentIn, programOf, startEmulator } from '../processes.mjs';

/** The envelopes that the runs of a state file know. */
function envelopesIn(path) {
  const state = new Database(path);
  const rows = state.prepare("SELECT envelope FROM run_rows WHERE status = 'created'").raw().all([]);
  state.close();
  return rows.map(([envelope]) => envelope);
}

/** Clock ticks of Linux in a second. */
const ticks = 100;

/**
 * The emulator behind a limit that is never reached: its clock moves on by a minute before a window is spent, and its
 * answers do not tell of the window.
 */
async function withoutLimit(emulator, key) {
  const agent = new Agent({ keepAlive: true });
  let count = 0;
  let created = 0;
  let turn = Promise.resolve();
  const advance = () =>
    fetch(`${emulator}/_emulator/clock`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'advance', seconds: 61 }),
    });
  const server = createServer((incoming, outgoing) => {
    count += 1;
    if (count % 400 === 0) turn = turn.then(advance);
    void turn.then(() => {
      const { method, headers, url } = incoming;
      const onward = request(emulator + url, { method, headers, agent }, (answer) => {
        if (answer.statusCode === 201 && answer.headers['idempotency-replayed'] === 'false') created += 1;
        const kept = Object.entries(answer.headers).filter(([name]) => !name.startsWith('ratelimit-'));
        outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, created: () => created, close: () => server.close() };
}

const cpuMilliseconds = (pid) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return ((Number(utime) + Number(stime)) * 1000) / ticks;
};
const resident = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Runs the command; `killAt` results after its start it is killed. Answers with what it told, and figures by tenths. */
async function run({ root, environment, folder, template }, killAt) {
  const words = ['envelope', 'create', '--template', template, '--rows', 'soak.ndjson', '--yes', '--json'];
  const child = spawn(process.execPath, [programOf(root), ...words], {
    env: environment,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ids = [];
  const marks = [];
  let last = {};
  let each = Infinity;
  for await (const text of createInterface({ input: child.stdout })) {
    last = JSON.parse(text);
    if (last.type === 'ready') each = Math.max(1, Math.floor(last.to_do / 10));
    if (last.type === 'ready' || (last.type === 'row' && (ids.length + 1) % each === 0)) {
      marks.push({ cpu: cpuMilliseconds(child.pid), memory: resident(child.pid), rows: ids.length });
    }
    if (last.type === 'row' && last.envelope_id !== null) ids.push(last.envelope_id);
    if (ids.length === killAt) child.kill('SIGKILL');
  }
  return { ids, marks, last };
}

const tenths = (marks) =>
  marks.slice(1).map(({ cpu, rows: count }, at) => (cpu - marks[at].cpu) / Math.max(1, count - marks[at].rows));

export async function* measure({ root, folder, sized }) {
  const rows = sized(20_000);
  const environment = environmentIn(folder);
  const emulator = await startEmulator(root, environment, join(folder, 'bulk-soak'));
  const { ready } = emulator;
  const service = await withoutLimit(ready.url, ready.live_key);
  const own = { ...environment, ESIGN_BASE_URL: service.url, ESIGN_API_KEY: ready.live_key };
  try {
    const { template_id: template, recipients } = await templateOf(ready);
    const at = { root, environment: own, folder, template };
    const lines = Array.from({ length: rows }, (_, row) =>
      JSON.stringify({
        title: `Row ${row}`,
        recipients: recipients.map((one) => ({ ...one, email: `r${row}-${one.email}` })),
      }),
    );
    writeFileSync(join(folder, 'soak.ndjson'), lines.join('\n'));
    const killed = await run(at, Math.floor(rows / 2));
    const rest = await run(at, Infinity);
    const again = await run(at, Infinity);
    const state = environment['ESIGN_STATE_DIR'];
    const made = envelopesIn(join(state, 'state.db'));
    const show = (numbers, digits) => numbers.map((number) => number.toFixed(digits)).join(' ');
    const memory = (marks) => marks.map((mark) => mark.memory);
    const texts = [
      line(
        `${rows} rows, killed after ${killed.ids.length}`,
        `${service.created()} created`,
        `${new Set(made).size} known`,
      ),
      line('the same command', `${rest.last.created} created`, `${rest.last.earlier} earlier, ${rest.last.left} left`),
      line('and once more', `${again.last.created} created`, `${again.last.earlier} earlier`),
      line('CPU ms a row by tenths, until the kill', '', show(tenths(killed.marks), 2)),
      line('CPU ms a row by tenths, after it', '', show(tenths(rest.marks), 2)),
      line('memory in MB by tenths, until the kill', '', show(memory(killed.marks), 0)),
      line('memory in MB by tenths, after it', '', show(memory(rest.marks), 0)),
    ];
    for (const text of texts) yield { text };
  } finally {
    service.close();
    await emulator.stop();
  }
}
