import type { EsignCommand } from '../cli/flags/command.js';
import type { Context } from '../cli/context/context.js';

/** A first word after `esign`, loaded only when a command line names it. */
export interface Noun {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** For the help: at most 60 characters, beginning with a verb. */
  readonly summary: string;
  readonly heading: string;
  /** A short form, which only `--help --all` and the manual show. */
  readonly hidden?: boolean;
  /** Loads one verb, or all of them. */
  load(context: Context, verb?: string): Promise<EsignCommand>;
}

const common = 'Common commands:';
const more = 'More commands:';

/** The nouns in the order of the help: those for every day first. */
export const nouns: readonly Noun[] = [
  {
    name: 'template',
    summary: 'Create and manage templates',
    heading: common,
    load: async (context, verb) => (await import('./template/template.js')).templateCommand(context, verb),
  },
  {
    name: 'envelope',
    summary: 'Create, send and follow envelopes',
    heading: common,
    load: async (context, verb) => (await import('./envelope/envelope.js')).envelopeCommand(context, verb),
  },
  {
    name: 'listen',
    summary: 'Receive webhook deliveries and forward them to your app',
    heading: common,
    load: async (context) => (await import('./listen.js')).listenCommand(context),
  },
  {
    name: 'emulator',
    summary: 'Run the whole service on this machine',
    heading: common,
    load: async (context, verb) => (await import('./emulator/emulator.js')).emulatorCommand(context, verb),
  },
  {
    name: 'dev',
    summary: 'Develop an app: emulator, deliveries and a timeline',
    heading: common,
    load: async (context) => (await import('./dev/dev.js')).devCommand(context),
  },
  {
    name: 'demo',
    summary: 'Run a complete signing workflow on an example form',
    heading: common,
    load: async (context) => (await import('./demo.js')).demoCommand(context),
  },
  {
    name: 'webhook',
    summary: 'Manage webhook endpoints and test receivers',
    heading: common,
    load: async (context, verb) => (await import('./webhook/webhook.js')).webhookCommand(context, verb),
  },
  {
    name: 'event',
    summary: 'Show, replay and send webhook events',
    heading: common,
    load: async (context, verb) => (await import('./event/event.js')).eventCommand(context, verb),
  },
  {
    name: 'login',
    summary: 'Store an API key',
    heading: common,
    load: async (context) => (await import('./login.js')).loginCommand(context),
  },
  {
    name: 'logout',
    summary: 'Remove stored API keys',
    heading: common,
    load: async (context) => (await import('./logout.js')).logoutCommand(context),
  },
  {
    name: 'profile',
    summary: 'Manage named base URLs and API keys',
    heading: common,
    load: async (context, verb) => (await import('./profile/profile.js')).profileCommand(context, verb),
  },
  {
    name: 'whoami',
    summary: 'Show which base URL and API key are used',
    heading: common,
    load: async (context) => (await import('./whoami.js')).whoamiCommand(context),
  },
  {
    name: 'doctor',
    summary: 'Find problems with settings, keys and the connection',
    heading: common,
    load: async (context) => (await import('./doctor.js')).doctorCommand(context),
  },
  {
    name: 'values',
    summary: 'Check files of values before you send them',
    heading: more,
    load: async (context, verb) => (await import('./values/values.js')).valuesCommand(context, verb),
  },
  {
    name: 'authorisation',
    aliases: ['authorization'],
    summary: 'Manage standing authorisations',
    heading: more,
    load: async (context, verb) =>
      (await import('./authorisation/authorisation.js')).authorisationCommand(context, verb),
  },
  {
    name: 'pdf',
    summary: 'Verify sealed PDFs',
    heading: more,
    load: async (context, verb) => (await import('./pdf/pdf.js')).pdfCommand(context, verb),
  },
  {
    name: 'request',
    summary: 'List sent requests and resume interrupted ones',
    heading: more,
    load: async (context, verb) => (await import('./request/request.js')).requestCommand(context, verb),
  },
  {
    name: 'api',
    summary: 'Call any operation of the service',
    heading: more,
    load: async (context) => (await import('./api.js')).apiCommand(context),
  },
  {
    name: 'agent',
    summary: 'Set up AI agents: MCP server and skill',
    heading: more,
    load: async (context, verb) => (await import('./agent/agent.js')).agentCommand(context, verb),
  },
  {
    name: 'mcp',
    summary: 'Serve the operations as tools to AI agents',
    heading: more,
    load: async (context) => (await import('./mcp.js')).mcpCommand(context),
  },
  {
    name: 'embed',
    summary: 'Test an embedded signing page locally',
    heading: more,
    load: async (context) => (await import('./embed.js')).embedCommand(context),
  },
  {
    name: 'explain',
    summary: 'Explain a code, status, event, rule or assumption',
    heading: more,
    load: async (context) => (await import('./explain.js')).explainCommand(context),
  },
  {
    name: 'error',
    summary: 'Explain an error code',
    heading: more,
    hidden: true,
    load: async (context) => (await import('./error.js')).errorCommand(context),
  },
  {
    name: 'spec',
    summary: 'Show and check the API description',
    heading: more,
    load: async (context, verb) => (await import('./spec/spec.js')).specCommand(context, verb),
  },
  {
    name: 'completion',
    summary: 'Print or install shell completion',
    heading: more,
    load: async (context) => (await import('./completion/completion.js')).completionCommand(context),
  },
  {
    name: 'forget',
    summary: 'Delete personal data stored on this machine',
    heading: more,
    load: async (context) => (await import('./forget.js')).forgetCommand(context),
  },
];
