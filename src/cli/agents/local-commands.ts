/** The commands that an agent gets as tools, with the flags that it may use: none shows a secret. */

export interface LocalCommand {
  /** Its words after `esign`. */
  readonly command: string;
  readonly flags: readonly string[];
  /** Whether it changes something: an emulator, a new file, or what is behind an address that the agent names. */
  readonly acts: boolean;
}

const reads = (command: string, ...flags: readonly string[]): LocalCommand => ({ command, flags, acts: false });
const acts = (command: string, ...flags: readonly string[]): LocalCommand => ({ command, flags, acts: true });

export const localCommands: readonly LocalCommand[] = [
  reads('template inspect'),
  reads('values check', '--template', '--recipient'),
  reads('pdf verify', '--ca-file', '--at', '--allow-untrusted'),
  reads('webhook verify', '--secret-file', '--previous-secret-file', '--header', '--body', '--at'),
  reads('error'),
  reads('spec rule', '--about', '--section', '--basis'),
  reads('request list', '--unsettled', '--since', '--limit'),
  reads('request show'),
  reads('event list', '--event', '--envelope', '--undelivered', '--refused', '--since', '--limit'),
  reads('event show'),
  reads('whoami', '--offline'),
  reads('doctor'),
  reads('emulator status'),
  reads('emulator log requests', '--refused'),
  reads('emulator log deliveries', '--endpoint', '--envelope'),
  reads('emulator log events', '--envelope'),
  reads('emulator inbox list', '--to', '--kind', '--envelope'),
  reads('emulator clock show'),
  reads('emulator fault list'),
  acts('emulator sign', '--value', '--field', '--no-fill'),
  acts('emulator decline', '--reason'),
  acts('emulator delegate', '--to'),
  acts('emulator clock advance', '--to'),
  acts('emulator clock freeze'),
  acts(
    'envelope plan',
    '--template',
    '--rows',
    '--mapping',
    '--id-column',
    '--recipient',
    '--value',
    '--values-file',
    '--title',
    '--expires-in',
    '--output',
  ),
  acts('envelope download', '--output'),
  acts('emulator scenario load'),
  acts('emulator trigger', '--envelope'),
  acts('emulator redeliver', '--failed', '--endpoint'),
  acts('emulator fault operation', '--code', '--http-status', '--delay', '--reset', '--drop-after-commit', '--count'),
  acts('emulator fault deliveries', '--duplicate', '--reorder', '--drop', '--lose-answer', '--wrong-signature'),
  acts('emulator fault clear'),
  acts('webhook certify', '--secret-file', '--previous-secret-file', '--rule', '--header'),
];
