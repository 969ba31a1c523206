import type { EsignCommand } from '../cli/command.js';
import type { Context } from '../cli/context.js';

/** A word after `esign`; it is loaded only when a command line names it. */
export interface Noun {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** One line of the root help. */
  readonly summary: string;
  readonly heading: string;
  /** `verb`: the only one of its verbs that is needed. */
  load(context: Context, verb?: string): Promise<EsignCommand>;
}

const service = 'The service:';
const local = 'On this machine:';
const setup = 'Setting up:';
const reference = 'Looking things up:';

/** The nouns in the order of the help. */
export const nouns: readonly Noun[] = [
  {
    name: 'template',
    summary: 'Documents with roles and fields, made once',
    heading: service,
    load: async (context, verb) => (await import('./template/template.js')).templateCommand(context, verb),
  },
  {
    name: 'envelope',
    summary: 'One sending of a document to named people',
    heading: service,
    load: async (context, verb) => (await import('./envelope/envelope.js')).envelopeCommand(context, verb),
  },
  {
    name: 'values',
    summary: 'Values for envelopes in files, checked beforehand',
    heading: service,
    load: async (context, verb) => (await import('./values/values.js')).valuesCommand(context, verb),
  },
  {
    name: 'webhook',
    summary: 'Endpoints that receive signed events',
    heading: service,
    load: async (context, verb) => (await import('./webhook/webhook.js')).webhookCommand(context, verb),
  },
  {
    name: 'authorisation',
    aliases: ['authorization'],
    summary: 'Standing authority to sign under a brand',
    heading: service,
    load: async (context, verb) =>
      (await import('./authorisation/authorisation.js')).authorisationCommand(context, verb),
  },
  {
    name: 'event',
    summary: 'Deliveries received here, and events made by hand',
    heading: local,
    load: async (context, verb) => (await import('./event/event.js')).eventCommand(context, verb),
  },
  {
    name: 'request',
    summary: 'Writes sent from here, and settling those cut off',
    heading: local,
    load: async (context, verb) => (await import('./request/request.js')).requestCommand(context, verb),
  },
  {
    name: 'listen',
    summary: 'Receive deliveries here, verified, and forward them',
    heading: local,
    load: async (context) => (await import('./listen.js')).listenCommand(context),
  },
  {
    name: 'embed',
    summary: 'A host page around the signing page, and what it is told',
    heading: local,
    load: async (context) => (await import('./embed.js')).embedCommand(context),
  },
  {
    name: 'forget',
    summary: 'Remove personal data that esign keeps on this machine',
    heading: local,
    load: async (context) => (await import('./forget.js')).forgetCommand(context),
  },
  {
    name: 'emulator',
    summary: 'The whole service on this machine',
    heading: local,
    load: async (context, verb) => (await import('./emulator/emulator.js')).emulatorCommand(context, verb),
  },
  {
    name: 'pdf',
    summary: 'Sealed PDFs, judged offline',
    heading: local,
    load: async (context, verb) => (await import('./pdf/pdf.js')).pdfCommand(context, verb),
  },
  {
    name: 'demo',
    summary: 'The main job on a real form, step by step',
    heading: local,
    load: async (context) => (await import('./demo.js')).demoCommand(context),
  },
  {
    name: 'profile',
    summary: 'Named addresses and keys of the service',
    heading: setup,
    load: async (context, verb) => (await import('./profile/profile.js')).profileCommand(context, verb),
  },
  {
    name: 'login',
    summary: 'Store an API key',
    heading: setup,
    load: async (context) => (await import('./login.js')).loginCommand(context),
  },
  {
    name: 'logout',
    summary: 'Forget the keys of a profile',
    heading: setup,
    load: async (context) => (await import('./logout.js')).logoutCommand(context),
  },
  {
    name: 'whoami',
    summary: 'Which address and key are used, and why',
    heading: setup,
    load: async (context) => (await import('./whoami.js')).whoamiCommand(context),
  },
  {
    name: 'doctor',
    summary: 'What is wrong between here and the service',
    heading: setup,
    load: async (context) => (await import('./doctor.js')).doctorCommand(context),
  },
  {
    name: 'api',
    summary: 'Call any operation, JSON in and JSON out',
    heading: reference,
    load: async (context) => (await import('./api.js')).apiCommand(context),
  },
  {
    name: 'mcp',
    summary: 'The operations as tools of an agent',
    heading: reference,
    load: async (context) => (await import('./mcp.js')).mcpCommand(context),
  },
  {
    name: 'error',
    summary: 'What an error code means, and what to do',
    heading: reference,
    load: async (context) => (await import('./error.js')).errorCommand(context),
  },
  {
    name: 'spec',
    summary: 'The machine-readable description of the service',
    heading: reference,
    load: async (context, verb) => (await import('./spec/spec.js')).specCommand(context, verb),
  },
  {
    name: 'completion',
    summary: 'Completion of command lines by Tab',
    heading: reference,
    load: async (context, verb) => (await import('./completion/completion.js')).completionCommand(context, verb),
  },
];
