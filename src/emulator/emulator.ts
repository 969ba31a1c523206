import { openCore, type Core } from './core.js';
import { createApi } from './create-api.js';
import type { EmulatorApi } from './api-types.js';
import { checkOptions, type EmulatorOptions, startNames } from './options.js';
import { createWaits } from './waits.js';
import { lazy } from '../core/platform/lazy.js';
import { createDocumentEngine } from '../document/document-engine.js';
import { lendEngine } from '../document/lend-engine.js';
import { type FirstKeys, type Seeded, settingsRepository } from './store/settings-repository.js';

export type { Fault, FaultEffect, FaultPoint } from './faults.js';
export type {
  ClockHandle,
  DeliveriesHandle,
  DeliveryFault,
  DeliveryFaultInput,
  DeliveryFilter,
  EmulatorDelivery,
  EmulatorEvent,
  EventFilter,
  EventsHandle,
  FaultHandle,
  InboxFilter,
  InboxHandle,
  OperationFault,
  OperationFaultInput,
  RecipientRef,
  Ref,
  ResetOptions,
  Scenario,
  SignedValue,
  SignOptions,
  TemplateFieldInput,
  TemplateInput,
  Triggered,
  WaitOptions,
} from './api-types.js';
export { ControlRefused, WaitTimedOut } from './api-types.js';
export type { MailKind, ScenarioName } from './names.js';
export type { Log, LogEntry } from './log.js';
export type { Mail } from './mail/outbox.js';
export type { ContractLines } from '../contract/overlay/line.js';
export type { EmulatorOptions, SmtpServer } from './options.js';
export { DataFileRefused } from './store/database.js';
export { SeedRefused } from './seed/seed-refused.js';
export type { Seeded } from './store/settings-repository.js';

/** A running emulator of the whole service. */
export interface Emulator extends EmulatorApi {
  /** `http://127.0.0.1:<port>`, without a trailing slash: the base URL of the service. */
  readonly url: string;
  /**
   * The token of this start: the Bearer token of the emulator's own routes. `esign` treats the URL as an emulator when
   * ESIGN_EMULATOR_TOKEN has this value and ESIGN_EMULATOR_URL is set.
   */
  readonly token: string;
  /** Of the first organisation. */
  readonly keys: FirstKeys;
  /**
   * The secret that `esign listen` gives its endpoints on this emulator, the same at every start. An endpoint that you
   * register has one of its own, which the response contains.
   */
  readonly webhookSecret: string;
  readonly organisationId: string;
  /** Its default brand. */
  readonly brandId: string;
  /** What its seed file created, or null: `service.seeded?.envelopes['late']` is the ID of an envelope. */
  readonly seeded: Seeded | null;
  /** Finishes running work and releases the port and the file. Idempotent. */
  close(): Promise<void>;
}

/**
 * That of all emulators of this process: a test suite starts many, and the first document of an engine takes ten times
 * the second. It is never closed, and keeps no program alive.
 */
const documentEngine = lazy(() => createDocumentEngine());

/**
 * Starts the whole service on a port of this machine. Throws DataFileRefused when the data file is in use or not valid,
 * RangeError for an invalid option, TypeError for an unknown one, and Node's error when the port is in use.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  checkOptions('startEmulator', options, startNames);
  const core: Core = await openCore(options, lendEngine(documentEngine()));
  const waits = createWaits(core);
  const handles = createApi(core, waits);
  const seeded = await seedOf(core, handles, options).catch(async (error: unknown) => {
    waits.close();
    await core.close();
    throw error;
  });
  return {
    url: core.url,
    token: core.token,
    keys: core.first.keys,
    webhookSecret: core.first.webhookSecret,
    organisationId: core.first.organisationId,
    brandId: core.first.brandId,
    seeded,
    ...handles,
    close() {
      waits.close();
      return core.close();
    },
  };
}

/** The JSON Schema (draft 2020-12) of seed files, for editors. */
export async function seedFileSchema(): Promise<Readonly<Record<string, unknown>>> {
  const [{ schemaOf }, { seedSchema }] = await Promise.all([
    import('../contract/json-schema.js'),
    import('./seed/seed-schema.js'),
  ]);
  return { title: 'Seed file of the emulator', ...schemaOf(seedSchema()) };
}

/** Loads the seed file, or reads what an earlier start loaded. */
async function seedOf(
  core: Core,
  { control }: EmulatorApi,
  { seedFile, log }: EmulatorOptions,
): Promise<Seeded | null> {
  if (seedFile === undefined) return settingsRepository(core.service.store.sql).seeded();
  const { loadSeed } = await import('./seed/load-seed.js');
  return loadSeed(core, control, seedFile, log);
}
