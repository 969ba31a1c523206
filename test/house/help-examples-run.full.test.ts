import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { emulatorAt } from '../support/emulator.js';
import type { ReadyLine } from '../support/esign.js';
import { readEmulatorToken } from '../../src/core/config/emulator-token.js';
import { fillExample } from '../support/program/help-example-ids.js';
import { prepareExample } from '../support/program/help-example-files.js';
import { type ExampleService, newExampleScene } from '../support/program/help-example-scene.js';
import { mannerOf, otherCodes, ownEmulator, without } from '../support/program/help-examples.js';
import { interrupted } from '../support/program/run-example.js';
import { leaves, wholeTree } from '../support/program/tree.js';

const root = await wholeTree();
const examples = [root, ...leaves(root)].flatMap((command) =>
  command.examples.map(({ line }) => ({ path: command.path(), line })),
);

let program: BuiltProgram;
let shared: ExampleService;

beforeAll(async () => {
  program = builtProgram();
  const { url } = JSON.parse(
    await program.start(['emulator', 'start', '--port', '0', '--json']).firstLine,
  ) as ReadyLine;
  const token = (await readEmulatorToken(program.env['ESIGN_STATE_DIR'] ?? '', url)) ?? '';
  shared = { url, token, doors: emulatorAt(url, token) };
});

afterAll(() => program.remove());

describe.concurrent('every help example runs as it stands', () => {
  for (const { path, line } of examples) {
    it.skipIf(without(line) !== null)(`${path}: ${line}`, { timeout: 180_000 }, async ({ expect: expecting }) => {
      const scene = await newExampleScene({ shared, own: ownEmulator(path, line) });
      try {
        const made = await prepareExample(scene, path, line);
        const filled = await fillExample(scene, path, line, made);
        const manner = mannerOf(line);
        const ended = await scene.run(filled, manner, made.stdin);
        const code = otherCodes[line]?.code ?? (manner.is === 'ends' ? 0 : interrupted);
        const shown = ended.code === code ? '' : ended.stdout + ended.stderr;
        expecting({ code: ended.code, shown }).toEqual({ code, shown: '' });
      } finally {
        await scene.close();
      }
    });
  }
});

describe('the lists of exceptions', () => {
  it.each(Object.keys(otherCodes))('%s is an example', (line) =>
    expect(examples.map((each) => each.line)).toContain(line),
  );
});
