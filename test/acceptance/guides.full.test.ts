import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guideNames, type GuideStep, readGuides } from '../../src/cli/docs-gen/guides.js';
import { bin } from '../support/esign.js';

/** Each guide is followed in a terminal, command by command, and must show what the guide says that it shows. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-guides-'));
  writeFileSync(join(folder, 'esign'), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
  chmodSync(join(folder, 'esign'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stepsOf = (name: string): readonly GuideStep[] =>
  (readGuides().find((guide) => guide.name === name)?.parts ?? []).flatMap(({ blocks = [] }) =>
    blocks.filter((block) => typeof block !== 'string'),
  );

const mark = '=== step ===';
/** The guides follow each other on one machine, but here at once. */
const onFreePort = (run: string): string => run.replace('emulator start --detach', 'emulator start --detach --port 0');
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The output of each command, in a shell of its own on a terminal of 78 columns. */
async function follow(name: string, steps: readonly GuideStep[]): Promise<readonly string[]> {
  const home = join(folder, name);
  const work = join(home, 'work');
  mkdirSync(work, { recursive: true });
  copyFileSync('src/demo/lease.pdf', join(work, 'lease.pdf'));
  const script = join(home, 'guide.sh');
  const lines = steps.map(
    ({ run }) => `${onFreePort(run)}\ncode=$?; [ $code = 0 ] || echo "exit $code"\necho ${quoted(mark)}`,
  );
  writeFileSync(script, `stty cols 78\ncd ${quoted(work)}\n${lines.join('\n')}\n`);
  const path = `${folder}:${process.env['PATH']}`;
  const env = { PATH: path, HOME: home, TERM: 'dumb', NO_COLOR: '1', TZ: 'Africa/Johannesburg', LANG: 'C.UTF-8' };
  const terminal = { env, extendEnv: false, stdin: 'ignore', timeout: 240_000 } as const;
  const { stdout } = await execa('script', ['-qec', `bash ${quoted(script)}`, '/dev/null'], terminal);
  // jq colours what it prints on a terminal.
  return stripVTControlCharacters(stdout).replaceAll('\r\n', '\n').split(`${mark}\n`);
}

/** Without what differs in each run. */
const plain = (line: string): string =>
  line
    .replaceAll(/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, 'ID')
    .replaceAll(/\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?( \+02:00|\.\d+Z)?/g, 'TIME')
    .replaceAll(/\b\d\d:\d\d:\d\d\b/g, 'TIME')
    .replaceAll(/\b(?=[\da-f]*\d)[\da-f]{8}\b/g, 'ID')
    .replaceAll(/\bplan\.json-[\da-f]{6}\b/g, 'RUN')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/\*{4}[\w-]{4}/g, '****')
    .replaceAll(/\b\d+ (s|ms|kB)\b|\b\d+s\b|in 1[34]d( \d+h)?/g, 'AMOUNT')
    .replaceAll(/ +/g, ' ')
    .trim();

it.concurrent.each(guideNames)(
  '%s shows what it says',
  async (name) => {
    const steps = stepsOf(name);
    expect(steps.length).toBeGreaterThan(5);
    const outputs = await follow(name, steps);
    for (const [at, { run, shows }] of steps.entries()) {
      const output = outputs[at] ?? '';
      expect([run, output]).toEqual([run, expect.not.stringMatching(/^Error: /m)]);
      let rest = output.split('\n').map(plain);
      let mayLeaveOut = false;
      for (const line of shows) {
        if (line === '…') {
          mayLeaveOut = true;
          continue;
        }
        const found = rest.indexOf(plain(line));
        expect([run, line, output, found >= 0 && (found === 0 || mayLeaveOut)]).toEqual([run, line, output, true]);
        rest = rest.slice(found + 1);
        mayLeaveOut = false;
      }
    }
  },
  240_000,
);

it.each(guideNames)('%s has 60 to 150 lines at 80 columns', async (name) => {
  const { stdout } = await execa(process.execPath, [bin, 'help', name], { env: { COLUMNS: '80' } });
  const lines = stdout.split('\n').length;
  expect([name, lines >= 60 && lines <= 150]).toEqual([name, true]);
});
