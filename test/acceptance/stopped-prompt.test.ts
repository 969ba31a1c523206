import { afterEach, beforeEach, expect, it } from 'vitest';
import { bin, type Esign, newEsign } from '../support/esign.js';
import { openTerminal, type TmuxTerminal } from '../support/program/tmux.js';

let esign: Esign;
let screen: TmuxTerminal;

beforeEach(async () => {
  esign = newEsign();
  const env = { ...esign.env, TERM: 'xterm-256color', PS1: 'shell> ' };
  const command = ['bash', '--norc', '-i'];
  screen = await openTerminal({ columns: 80, rows: 24, command, env, cwd: esign.folder });
});

afterEach(async () => {
  await screen.close();
  await esign.remove();
});

it('a question continues after Ctrl-Z and `fg`, repeatedly, with the text typed so far', async () => {
  await screen.shows('shell>');
  await screen.type(`clear; ${process.execPath} ${bin} login --no-check`);
  await screen.press('Enter');
  await screen.shows('? Base URL');
  await screen.type('http://127');
  await screen.shows('http://127');
  for (const looked of ['first', 'second']) {
    await screen.press('C-z');
    await screen.shows(/Stopped[\s\S]*shell>$/);
    await screen.type(`clear; echo ${looked}; fg`);
    await screen.press('Enter');
    await screen.shows(new RegExp(`${looked}[\\s\\S]*\\? Base URL[\\s\\S]*http://127$`));
  }
  await screen.type('.0.0.1:9');
  await screen.press('Enter');
  await screen.shows('API key for http://127.0.0.1:9');
  expect(await screen.history()).not.toContain('Cancelled');
});
