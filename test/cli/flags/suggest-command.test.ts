import { describe, expect, it } from 'vitest';
import { habits, suggestCommands } from '../../../src/cli/flags/suggest-command.js';
import { wholeTree } from '../../support/program/tree.js';

const root = await wholeTree();
const suggested = (line: string): readonly string[] => suggestCommands(root, line.split(' '));

describe('a wrong command line', () => {
  it.each([
    // A letter is wrong.
    ['prfile', 'profile'],
    ['profile lst', 'profile list'],
    ['envelope snd', 'envelope send'],
    ['emulator fualt list', 'emulator fault list'],
    // A plural, and a verb behind it.
    ['templates', 'template'],
    ['templates list', 'template list'],
    ['templates lst', 'template list'],
    ['webhooks', 'webhook'],
    ['envelopes ls', 'envelope list'],
    // A verb without its noun.
    ['trigger', 'emulator trigger'],
    ['trigger envelope.sent', 'emulator trigger'],
    ['start', 'emulator start'],
    ['triger', 'emulator trigger'],
    // Another word for the verb.
    ['webhook rm', 'webhook delete'],
    ['webhook create', 'webhook register'],
    ['profile rm', 'profile remove'],
    ['envelope status', 'envelope show'],
    ['pdf check', 'pdf verify'],
    ['emulator up', 'emulator start'],
    ['template roles', 'template people'],
    // Deeper in the same noun.
    ['emulator advance', 'emulator clock advance'],
    // Habits.
    ['auth login', 'login'],
    ['auth status', 'whoami'],
    ['auth', 'login'],
    ['config', 'profile'],
    ['config set', 'profile add'],
    ['logs', 'emulator log'],
    ['logs tail', 'emulator log'],
    ['samples', 'demo'],
    ['bulk send', 'envelope create --rows'],
    ['webhook listen', 'listen'],
    ['schema', 'spec show'],
    ['skills', 'agent setup'],
    ['template upload lease.pdf', 'template create'],
    ['emulator seed', 'emulator scenario load'],
    ['docs', 'help commands'],
  ])('%s: %s', (line, command) => expect(suggested(line)).toEqual([command]));

  it('gets up to three commands of one name', () => {
    expect(suggested('send')).toEqual(['envelope send', 'event send']);
    expect(suggested('open')).toEqual(['emulator open', 'emulator inbox open']);
    expect(suggested('sign')).toEqual(['emulator sign', 'webhook sign']);
    expect(suggested('list')).toEqual(['template list', 'envelope list', 'emulator inbox list']);
  });

  it.each([
    'template delete',
    'template rm',
    'pr',
    'zzzzzz',
    'repo clone',
    'xyz',
    'envelope forward',
    'foo list',
    'issue',
    'toString',
    '__proto__',
  ])('%s: nothing is near', (line) => expect(suggested(line)).toEqual([]));
});

it('suggests only commands that there are', () => {
  for (const command of Object.values(habits)) {
    let level = root.commands;
    for (const word of command.replace(/^help | --\w+$/g, '').split(' ')) {
      const found = level.find((child) => child.name() === word);
      if (command !== 'help commands') expect([command, found?.name()]).toEqual([command, word]);
      level = found?.commands ?? [];
    }
  }
});
