import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { leasePdf } from '../../support/template-of.js';
import { linesPdf } from '../../support/form-pdf.js';
import { type Plan, writePlan } from '../../../src/sending/bulk/plan-file.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
beforeAll(() => {
  at.write('notice.pdf', linesPdf([['NOTICE OF THE MEETING', '{{Seen by;role=Signer;type=text;required=true}}']]));
  at.write('people.csv', 'Signer.name,Signer.email\nThandi Mokoena,thandi@example.test\n');
});

const notice = async (): Promise<string> => (await at.ok(['template', 'create', 'notice.pdf', '-q'])).stdout.trim();
const create = (id: string, ...more: readonly string[]): readonly string[] => {
  return ['envelope', 'create', '--template', id, '--to', 'Thandi <thandi@example.test>', ...more];
};

describe('the first sending of a template', () => {
  it('stops at a form that nobody signs, also with --yes, and says how to fix it or to go on', async () => {
    const id = await notice();
    const refused = await at.run([...create(id, '--send', '--yes', '--json')]);
    expect([refused.code, refused.stdout, refused.error().code]).toEqual([5, '', 'nobody_signs']);
    expect(refused.error().message).toBe(
      '“notice” has 1 problem as a form to sign. Nothing was sent.\n' +
        '  Nobody signs this form: it has no signature field.\n' +
        '    esign template prepare FILE',
    );
    expect(refused.error().hint).toBe('Fix the form, or send it as it is with --allow-problem nobody_signs.');
    const other = await at.run([...create(id, '--send', '--allow-problem', 'role_without_field')]);
    expect(other.code).toBe(5);
    await at.ok([...create(id, '--send', '--allow-problem', 'nobody_signs')]);
  });

  it('is the first only: what was sent before goes on as it did, and a dry run still says it', async () => {
    const id = await notice();
    const draft = (await at.ok([...create(id), '-q'])).stdout.trim();
    expect((await at.run(['envelope', 'send', draft])).code).toBe(5);
    await at.ok(['envelope', 'send', draft, '--allow-problem', 'nobody_signs']);
    await at.ok([...create(id, '--send')]);
    await at.ok(['envelope', 'create', '--template', id, '--rows', 'people.csv', '--send']);
    const dry = await at.run([...create(id, '--send', '--dry-run')]);
    expect([dry.code, dry.stderr]).toEqual([5, expect.stringContaining('Nobody signs this form')]);
    await at.ok([...create(id, '--dry-run', '--allow-problem', 'nobody_signs')]);
  });

  it('is checked for rows, a plan and a batch, and for files without a template', async () => {
    const id = await notice();
    const rows = ['--template', id, '--rows', 'people.csv', '--send'];
    const lines: readonly (readonly string[])[] = [
      ['envelope', 'create', ...rows],
      ['envelope', 'create', ...rows, '--dry-run'],
      ['envelope', 'plan', ...rows, '-o', 'plan.json'],
      ['envelope', 'batch', '--template', id, '--input', 'people.csv', '--send'],
      ['envelope', 'one-off', 'notice.pdf', '--to', 'Thandi <thandi@example.test>', '--dry-run'],
      ['envelope', 'one-off', 'notice.pdf', '--to', 'Thandi <thandi@example.test>', '--send'],
    ];
    for (const line of lines) {
      const ran = await at.run(line);
      expect([ran.code, ran.stderr], line.join(' ')).toEqual([5, expect.stringContaining('Nobody signs this form')]);
      await at.ok(
        [...line, '--dry-run', '--allow-problem', 'nobody_signs'].filter((word, index, all) => {
          return word !== '--dry-run' || (line[1] !== 'plan' && all.indexOf(word) === index);
        }),
      );
    }
    // A run that was sent counts as a sending: it goes on without the flag.
    await at.ok(['envelope', 'create', ...rows, '--allow-problem', 'nobody_signs']);
    await at.ok(['envelope', 'create', ...rows]);
  });

  it('is checked when a plan is sent, which remembers what was allowed', async () => {
    const id = await notice();
    const rows = ['envelope', 'plan', '--template', id, '--rows', 'people.csv', '--send', '--force'];
    await at.ok([...rows, '-o', 'allowed.json', '--allow-problem', 'nobody_signs']);
    const plan = JSON.parse(readFileSync(at.path('allowed.json'), 'utf8')) as {
      allowed_problems?: unknown;
      digest?: string;
    };
    expect(plan.allowed_problems).toEqual(['nobody_signs']);
    const { allowed_problems: _, digest: __, ...older } = plan;
    at.write('older.json', writePlan(older as unknown as Plan, 'older.json'));
    for (const more of [[], ['--dry-run']]) {
      const refused = await at.run(['envelope', 'run', 'older.json', ...more, '--json']);
      expect([refused.code, refused.error().code]).toEqual([5, 'nobody_signs']);
    }
    await at.ok(['envelope', 'run', 'older.json', '--dry-run', '--allow-problem', 'nobody_signs']);
    await at.ok(['envelope', 'run', 'allowed.json']);
  });

  it('is checked for a request of `api`, by whichever operation it sends', async () => {
    const id = await notice();
    const draft = (await at.ok([...create(id), '-q'])).stdout.trim();
    const recipients = [{ role: 'Signer', name: 'Thandi', email: 'thandi@example.test' }];
    at.write('body.json', JSON.stringify({ template_id: id, recipients, send: true }));
    for (const words of [
      ['sendEnvelope', draft],
      ['POST', '/envelopes', '--input', 'body.json'],
    ]) {
      const refused = await at.run(['api', ...words, '--json']);
      expect([refused.code, refused.error().code], words.join(' ')).toEqual([5, 'nobody_signs']);
    }
    await at.ok(['api', 'sendEnvelope', draft, '--allow-problem', 'nobody_signs']);
    await at.ok(['api', 'createEnvelope', '--input', 'body.json', '-F', 'send:=false']);
  });

  it('is checked for the next envelope of one that this machine did not send', async () => {
    const id = await notice();
    const sent = (await at.ok([...create(id, '--send', '--allow-problem', 'nobody_signs'), '-q'])).stdout.trim();
    await at.ok(['envelope', 'void', sent, '--reason', 'Wrong date', '--yes']);
    const elsewhere = { env: { ...at.live(), ESIGN_STATE_DIR: at.path('other-state') } };
    const correct = ['envelope', 'correct', sent, '--send', '--yes', '--value', '.seen=Yes', '--json'];
    const refused = await at.run(correct, elsewhere);
    expect([refused.code, refused.error().code]).toEqual([5, 'nobody_signs']);
  });

  it('names the file of a problem of an envelope without a template', async () => {
    at.write(
      'line.pdf',
      linesPdf([['{{Signature of the owner;role=Signer;type=text}}', '{{Sign;role=Signer;type=signature}}']]),
    );
    const words = ['envelope', 'one-off', 'line.pdf', '--to', 'Thandi <thandi@example.test>', '--send', '--json'];
    const refused = await at.run(words);
    expect([refused.code, refused.error().code]).toEqual([5, 'signature_line_without_field']);
    expect(refused.error().message).toContain('esign template prepare line.pdf');
  });

  it('stops at an envelope without a template that one person would sign in two parts of the form', async () => {
    at.write('lease.pdf', Buffer.from(leasePdf()));
    for (const more of [['--dry-run'], ['--send']]) {
      const words = ['envelope', 'one-off', 'lease.pdf', '--to', 'Thandi <thandi@example.test>', ...more, '--json'];
      const refused = await at.run(words);
      expect([refused.code, refused.error().code]).toEqual([5, 'signs_under_two_headings']);
      expect(refused.error().message).toContain('“1. THE LANDLORD” and “2. THE TENANT”');
    }
  });

  it('says that nothing is required and what stands in brackets, and goes on', async () => {
    const optional = (type: string) => `{{Seen ${type};role=Signer;type=${type};required=false}}`;
    at.write('survey.pdf', linesPdf([[optional('text'), optional('signature'), 'Of [Company Name]']]));
    const id = (await at.ok(['template', 'create', 'survey.pdf', '-q'])).stdout.trim();
    const oneOff = ['envelope', 'one-off', 'survey.pdf', '--to', 'Thandi <thandi@example.test>'];
    for (const words of [
      create(id, '--dry-run'),
      create(id, '--send'),
      [...oneOff, '--dry-run'],
      [...oneOff, '--send'],
    ]) {
      const { stderr } = await at.ok(words);
      expect(stderr, words.join(' ')).toContain('No field is required, so that everybody can finish without');
      expect(stderr, words.join(' ')).toContain('prepare FILE ("[Company Name]", page 1)');
    }
  });

  it('names the problems that can be allowed', async () => {
    const ran = await at.run([...create('notice', '--allow-problem', 'everything')]);
    expect([ran.code, ran.stderr]).toEqual([
      2,
      expect.stringMatching(/"everything"\. Choose from: nobody_signs, signs_/),
    ]);
  });

  it('does not hinder a form that the service does not show', async () => {
    const id = await at.template();
    const people = ['Tenant', 'Landlord'].flatMap((role) => [
      '--recipient',
      `role=${role},name=A,email=a@example.test`,
    ]);
    const { key } = await at.emulator.key(at.organisation, {
      scopes: ['envelopes:write', 'envelopes:read'],
    });
    const env = { ...at.live(), ESIGN_API_KEY: key };
    const ran = await at.run(['envelope', 'create', '--template', id, ...people, '--send', '--yes'], { env });
    expect([ran.code, ran.stderr]).toEqual([0, expect.not.stringContaining('problem')]);
  });
});
