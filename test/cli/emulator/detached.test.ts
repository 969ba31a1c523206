import { expect, it } from 'vitest';
import { readFailure, readReady } from '../../../src/cli/emulator/detached.js';

const ready = {
  type: 'ready',
  url: 'http://127.0.0.1:4010',
  live_key: 'sk_live_1',
  test_key: 'sk_test_1',
  profile: 'local',
  data: '/tmp/data',
  pid: 4711,
};
const line = `${JSON.stringify(ready)}\n`;

it('finds the line that says that the emulator is ready, also behind one of something else', () => {
  expect(readReady(line)).toEqual(ready);
  expect(readReady(`Debugger attached.\n{"type":"other"}\n${line}`)).toEqual(ready);
});

it('waits for the whole line', () => {
  expect(readReady('')).toBeUndefined();
  expect(readReady(line.trimEnd())).toBeUndefined();
  expect(readReady('{"type":"ready"}\n')).toBeUndefined();
});

it('reads the failure that an emulator ended with, and none in other words', () => {
  const error = { code: 'port_taken', message: 'Port 4010 is taken.', hint: null, exit_code: 1 };
  expect(readFailure(`a warning\n${JSON.stringify({ error })}\n`)).toMatchObject({ code: 'port_taken', exitCode: 1 });
  for (const other of ['', 'Killed', '{"error":null}', '{"error":{"code":"x"}}']) expect(readFailure(other)).toBeNull();
});
