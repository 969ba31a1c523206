import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { hasSshd, type SshServer, startSshd } from '../support/listening/sshd.js';
import { courtForm, golden, made, newWizardDesk, type WizardDesk } from '../support/program/wizard-desk.js';

let desk: WizardDesk | null = null;
let server: SshServer | null = null;
afterEach(async () => {
  await desk?.close();
  await server?.close();
});

const people = (saved: number): RegExp => new RegExp(`${saved} of 5 people[\\s\\S]*save and quit`);

it.skipIf(!hasSshd)(
  'works over ssh: keys, a picture, Ctrl-C, a line that breaks, and going on after each',
  async () => {
    desk = await newWizardDesk(courtForm);
    server = await startSshd(join(desk.esign.folder, 'sshd'));
    const id = await made(desk, courtForm);
    const first = await desk.open(['template', 'wizard', id, '--picture', 'halves'], { over: server });
    await golden(await first.shows(people(0)), 'ssh-1-people');
    await first.press('v');
    await first.shows(/field marked in red\.[\s\S]*Back to the people/);
    expect(await first.coloured()).toMatch(/48;5;231m/);
    await first.press('Enter');
    await first.shows(people(0));
    await first.press('Enter');
    await first.shows(/person 1 of 5[\s\S]*save and quit/);
    await first.press('Enter');
    await golden(await first.shows(people(1)), 'ssh-2-saved');
    await first.press('C-c');
    const left = await first.shows('ended with 130');
    expect(left).toContain('What is shown as saved is saved.');
    expect(left).toContain(`esign template wizard ${id}`);

    const second = await desk.open(['template', 'wizard', id], { over: server });
    await golden(await second.shows(people(1)), 'ssh-3-resumed');
    await second.press('Enter');
    await second.shows(/person 2 of 5[\s\S]*save and quit/);
    expect(server.sessions()).not.toEqual([]);
    await second.close();
    await expect.poll(() => server?.sessions()).toEqual([]);

    const third = await desk.open(['template', 'wizard', id, '--plain'], { over: server });
    await golden(await third.shows(/Person 2 of 5[\s\S]*Number \(Enter for 1\):$/), 'ssh-4-plain');
    expect(await third.coloured()).not.toContain('\u001b[');
    const { body } = await desk.template(id);
    expect(body.subjects.map(({ key }) => key)).toEqual(['plaintiff']);
  },
  120_000,
);
