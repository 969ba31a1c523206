import type { RunOptions } from '../program.js';

/** The flags of all commands that name a file or folder to write to, each with the file that it puts into a folder. */

/** IDs and addresses of what the commands are run on. */
export interface OutputScene {
  readonly template: string;
  readonly document: string;
  /** Sealed. */
  readonly envelope: string;
  readonly sent: string;
  readonly webhook: string;
  readonly receiver: string;
  /** A new one at each call. */
  profile(): string;
}

export interface OutputCase {
  readonly command: string;
  readonly flag: string;
  readonly words?: (scene: OutputScene) => readonly string[];
  /** Besides the flag, for the title. */
  readonly as?: string;
  /** In the folder. */
  readonly file: (scene: OutputScene) => string | RegExp;
  /** 0600 in a folder with 0700. */
  readonly isPrivate: boolean;
  /** Exit codes when it is written. Default: 0. */
  readonly codes?: readonly number[];
  /** Runs the built program, which starts others. */
  readonly built?: true;
  readonly run?: RunOptions;
  /** The lines of somebody else stay, and those of esign are added to them. */
  readonly merges?: true;
}

const terminal: RunOptions = { terminal: true, stdin: '' };
const listening = () => ['--expect', 'envelope.sent', '--max-wait', '1s'];
export const outputCases: readonly OutputCase[] = [
  {
    command: 'envelope download',
    flag: '--output',
    words: (scene) => [scene.envelope],
    file: (scene) => `1-agreement-${scene.envelope}.pdf`,
    isPrivate: true,
  },
  {
    command: 'envelope draft',
    flag: '--output',
    words: (scene) => [scene.sent],
    file: (scene) => `draft-1-${scene.sent}.pdf`,
    isPrivate: true,
  },
  {
    command: 'template page',
    flag: '--output',
    words: (scene) => [scene.document, '1'],
    file: (scene) => `page-1-${scene.document}.pdf`,
    isPrivate: true,
  },
  {
    command: 'api',
    flag: '--output',
    words: (scene) => ['getDocumentPage', scene.document, '1'],
    file: (scene) => `getDocumentPage-${scene.document}-1.pdf`,
    isPrivate: true,
  },
  {
    command: 'envelope plan',
    flag: '--output',
    words: (scene) => ['--template', scene.template, '--rows', 'rows.csv'],
    file: () => 'plan.json',
    isPrivate: true,
  },
  {
    command: 'envelope rows',
    flag: '--output',
    words: (scene) => ['--template', scene.template],
    file: () => 'Lease-rows.csv',
    isPrivate: false,
  },
  {
    command: 'template types',
    flag: '--output',
    words: (scene) => [scene.template],
    file: () => 'Lease.ts',
    isPrivate: false,
  },
  {
    command: 'template types',
    flag: '--output',
    as: ' for a schema',
    words: (scene) => [scene.template, '--format', 'schema'],
    file: () => 'Lease.schema.json',
    isPrivate: false,
  },
  {
    command: 'template pull',
    flag: '--output',
    words: (scene) => [scene.template],
    file: () => 'Lease.yaml',
    isPrivate: false,
  },
  {
    command: 'template preview',
    flag: '--output',
    words: (scene) => [scene.template],
    file: () => 'page-1.png',
    isPrivate: true,
  },
  {
    command: 'template preview',
    flag: '--output',
    as: ' for HTML',
    words: (scene) => [scene.template, '--format', 'html'],
    file: () => 'Lease-preview.html',
    isPrivate: true,
  },
  {
    command: 'template prepare',
    flag: '--output',
    words: () => ['agreement.pdf', '--fields', 'fields.yaml'],
    file: () => 'agreement.prepared.pdf',
    isPrivate: false,
  },
  {
    command: 'template rehearse',
    flag: '--pictures',
    words: (scene) => [scene.template],
    file: () => 'page-1.png',
    isPrivate: true,
    codes: [0, 5],
  },
  {
    command: 'pdf verify',
    flag: '--output',
    words: () => ['sealed.pdf', '--ca-file', 'own-ca.pem', '--revision', '1'],
    file: () => 'sealed-revision-1.pdf',
    isPrivate: true,
  },
  { command: 'emulator ca', flag: '--output', file: () => 'ca.pem', isPrivate: false },
  {
    command: 'emulator export-test',
    flag: '--output',
    words: (scene) => [scene.envelope],
    file: (scene) => `${scene.envelope}.test.ts`,
    isPrivate: false,
  },
  { command: 'emulator snapshot', flag: '--output', file: () => 'snapshot.json', isPrivate: true },
  {
    command: 'emulator exec',
    flag: '--snapshot',
    words: () => ['--', 'false'],
    file: () => /^exec-[0-9a-f-]{36}\.json$/,
    isPrivate: true,
    codes: [1],
  },
  { command: 'spec adopt', flag: '--output', file: () => 'contract.yaml', isPrivate: false },
  {
    command: 'spec prove',
    flag: '--output',
    words: () => ['--mode', 'test'],
    file: () => 'contract.yaml',
    isPrivate: false,
  },
  {
    command: 'webhook check',
    flag: '--output',
    words: () => ['--format', 'prometheus'],
    file: () => 'esign.prom',
    isPrivate: false,
  },
  {
    command: 'webhook certify',
    flag: '--junit',
    words: (scene) => [scene.receiver, '--secret-file', 'hook.secret', '--rule', 'valid'],
    file: () => 'esign-certify.xml',
    isPrivate: false,
  },
  {
    command: 'webhook register',
    flag: '--secret-file',
    words: () => ['--url', 'https://app.example.com/hooks', '--event', 'envelope.sent'],
    file: () => 'app.example.com_hooks.secret',
    isPrivate: true,
  },
  {
    command: 'webhook rotate',
    flag: '--secret-file',
    words: (scene) => [scene.webhook, '--end-grace'],
    file: (scene) => `${scene.webhook}.secret`,
    isPrivate: true,
  },
  {
    command: 'listen',
    flag: '--junit',
    words: listening,
    file: () => 'esign-listen.xml',
    isPrivate: false,
    codes: [12],
    built: true,
  },
  {
    command: 'listen',
    flag: '--secret-file',
    words: listening,
    file: () => 'webhook.secret',
    isPrivate: true,
    codes: [12],
    built: true,
  },
  {
    command: 'listen',
    flag: '--write-env',
    words: listening,
    file: () => '.env.local',
    isPrivate: true,
    codes: [12],
    built: true,
    merges: true,
  },
  {
    command: 'emulator start',
    flag: '--write-env',
    words: (scene) => ['--detach', '--port', '0', '--profile', scene.profile()],
    file: () => '.env.local',
    isPrivate: true,
    built: true,
    merges: true,
  },
  { command: 'dev', flag: '--write-env', file: () => '.env.local', isPrivate: true, built: true, merges: true },
  {
    command: 'envelope create',
    flag: '--save',
    words: (scene) => ['--template', scene.template, '--interactive', '--plain'],
    file: () => 'envelope.json',
    isPrivate: true,
    codes: [130],
    run: terminal,
  },
  {
    command: 'envelope create',
    flag: '--results',
    words: (scene) => ['--template', scene.template, '--rows', 'rows.csv', '--run', 'one', '--yes'],
    file: () => 'rows.csv.results.ndjson',
    isPrivate: true,
  },
  {
    command: 'envelope run',
    flag: '--results',
    words: () => ['some-plan.json', '--yes'],
    file: () => 'some-plan.json.results.ndjson',
    isPrivate: true,
  },
];
/** These name a folder in any case; each has its own test. */
export const outputFolders = ['envelope evidence --output', 'demo --output', 'emulator start --data'];
/** Files that are read, or that a command keeps up to date. */
export const inputFlags = [
  '--api-key-file',
  '--contract',
  '--from',
  '--values-file',
  '--fields',
  '--input',
  '--people',
  '--rows',
  '--mapping',
  '--ca-file',
  '--forward-ca-file',
  '--old-secret-file',
  '--previous-secret-file',
  '--body',
  '--restore',
];
export const secretInputs = ['webhook verify', 'webhook certify', 'webhook sign', 'event replay', 'event send'];
