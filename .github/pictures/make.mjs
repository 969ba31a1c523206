// Makes the README's pictures from the running program: npm run pictures. It needs `script`, and Chromium for the page.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AnsiUp } from 'ansi_up';
import { chromium } from 'playwright-core';

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const program = join(root, 'bin', 'esign.js');
const folder = mkdtempSync(join(tmpdir(), 'esign-pictures-'));
const env = { ...process.env, HOME: folder, ESIGN_PROFILE: 'local', TZ: 'Africa/Johannesburg', TERM: 'xterm-256color' };
for (const name of ['ESIGN_STATE_DIR', 'ESIGN_CONFIG_DIR', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'CI']) delete env[name];

/** What a command prints on a terminal of this width, colours included. */
const onTerminal = (line, columns) =>
  spawn('script', ['-qec', `stty cols ${columns} rows 60; ${line}`, '/dev/null'], {
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });

// Not in step with it, since the app of the pictures answers meanwhile.
const esign = async (...words) =>
  (await run(process.execPath, [program, ...words], { cwd: folder, env })).stdout.trim();

/** Resolves with everything printed so far, once that matches. */
function reader(child) {
  let text = '';
  child.stdout.on('data', (bytes) => (text += bytes));
  return (pattern) =>
    new Promise((resolve, reject) => {
      const fail = (why) => reject(new Error(`${why} before ${pattern}:\n${text}`));
      const look = () => pattern.test(text) && resolve(text);
      look();
      child.stdout.on('data', look);
      child.on('close', () => look() || fail('it ended'));
      setTimeout(() => fail('a minute passed'), 60_000).unref();
    });
}

const style = `body { margin: 0; background: #fff } pre { display: inline-block; margin: 0; padding: 18px 22px;
  border-radius: 8px; background: #16181d; color: #d7dae0; font: 13px/1.4 'DejaVu Sans Mono', 'Liberation Mono', monospace }`;

async function terminalPicture(browser, name, command, text) {
  const colours = new AnsiUp();
  const html = colours.ansi_to_html(text.replaceAll('\r', '').trimEnd());
  const page = await browser.newPage({ deviceScaleFactor: 1.5 });
  await page.setContent(`<style>${style}</style><pre><span style="color:#8b93a1">$ ${command}</span>\n${html}</pre>`);
  await page.locator('pre').screenshot({ path: join(here, `${name}.png`) });
  await page.close();
}

/** The pages of the document are pictures that load when they are seen. */
const firstPage = (page) => page.waitForFunction(() => (document.images[0]?.naturalWidth ?? 0) > 0);

/** The page at this address, once it shows this text, and after `act`. */
async function pagePicture(browser, name, url, text, act = async () => {}) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 700 }, timezoneId: env.TZ });
  await page.goto(url);
  await page.getByText(text).first().waitFor();
  await act(page);
  await page.screenshot({ path: join(here, `${name}.png`) });
  await page.close();
}

const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' });
const app = createServer((request, response) => request.resume().on('end', () => response.end())).listen(
  0,
  '127.0.0.1',
);
let started = false;
let listener;
let preparing;
try {
  await esign('emulator', 'start', '--detach', '--port', '0');
  started = true;
  const demo = await reader(onTerminal(`node ${program} demo -o demo`, 96))(/deliveries verified/);
  // The first and the last steps; the whole demo is two pages long.
  const steps = demo.split(/\r?\n\r?\n/);
  await terminalPicture(
    browser,
    'demo',
    'esign demo -o demo',
    [...steps.slice(0, 4), '…', ...steps.slice(8)].join('\n\n').replace(/, in this order:[^]*/, ''),
  );

  const template = await esign('template', 'create', join(root, 'src', 'demo', 'lease.pdf'), '--name', 'Lease', '-q');
  for (const person of (await esign('template', 'people', template, '-q')).split('\n')) {
    await esign('template', 'apply', template, person);
  }
  await esign('template', 'accept', template, await esign('template', 'propose', template, '-q'), '--all');
  const { port } = app.address();
  const line = `esign listen --forward-to http://127.0.0.1:${port}/webhooks`;
  listener = onTerminal(line.replace('esign', `node ${program}`), 96);
  const until = reader(listener);
  await until(/TOOK/);
  const people = ['Signer', 'Landlord', 'Tenant', 'Surety', 'Witness'];
  const recipients = people.flatMap((role, at) => {
    const name = ['Lerato Nkosi', 'Pieter van der Merwe', 'Thandi Mokoena', 'Zoë Naidoo', 'Sipho Dube'][at];
    const email = `${name.split(' ')[0].toLowerCase()}@${role.toLowerCase()}.test`;
    return ['--recipient', `role=${role},name=${name},email=${email}`];
  });
  const values = join(folder, 'demo', 'values.yaml');
  const words = ['--template', template, ...recipients, '--values-file', values, '--send', '-q'];
  const envelope = await esign('envelope', 'create', ...words);
  await esign('emulator', 'sign', envelope, 'Signer');
  await esign('emulator', 'sign', envelope, 'Landlord');
  const link = await esign('emulator', 'inbox', 'wait', '--to', 'thandi@tenant.test', '--print', '--jq', '.link');
  await pagePicture(browser, 'signing-page', link, 'Lease', firstPage);
  await esign('emulator', 'trigger', 'envelope.declined');
  const seen = await until(/envelope\.declined[^\n]*\n/);
  const told = seen.slice(seen.indexOf('Ready') - 5).replaceAll(String(port), '3000');
  await terminalPicture(browser, 'listen', line.replace(String(port), '3000'), told);
  await pagePicture(browser, 'emulator-page', await esign('emulator', 'open', '--print'), 'Lease', (page) =>
    page.getByText('Lease', { exact: true }).first().click(),
  );

  preparing = spawn(
    process.execPath,
    [program, 'template', 'prepare', join(root, 'src', 'demo', 'lease.pdf'), '--no-open'],
    {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [address] = /http:\/\/[^\s"]+/.exec(await reader(preparing)(/http:\/\/[^\s"]+/));
  await pagePicture(browser, 'prepare', address, 'lease.pdf', firstPage);
} finally {
  listener?.stdin.write('\u0003');
  preparing?.kill();
  if (started) await esign('emulator', 'stop');
  app.close();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
