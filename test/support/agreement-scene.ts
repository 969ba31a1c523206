import { afterAll, beforeAll, beforeEach } from 'vitest';
import { agreementPdf, createTemplate } from './agreement.js';
import { minute, startTestEmulator, type TestEmulator, type TestOrganisation } from './emulator.js';
import type { Template } from './shapes.js';

/** What the tests of one file share; there from the first test on. */
export interface AgreementScene {
  readonly emulator: TestEmulator;
  readonly organisation: TestOrganisation;
  readonly template: Template;
}

export interface SceneOptions {
  readonly organisation?: Readonly<Record<string, unknown>>;
  /** The document of the template; the agreement by default. */
  readonly pdf?: () => Buffer;
  readonly name?: string;
  /** Every test gets a template of its own, since it changes it. */
  readonly each?: boolean;
  /** What else has to be there before the first test. */
  readonly prepare?: (scene: Omit<AgreementScene, 'template'>) => Promise<unknown>;
}

/**
 * An emulator for the tests of one file, with an organisation and a template. A minute passes before each test, so that
 * none meets the limit of requests for what the one before it sent.
 */
export function agreementScene(options: SceneOptions = {}): AgreementScene {
  const { pdf = agreementPdf, name, each = false } = options;
  let emulator: TestEmulator;
  let organisation: TestOrganisation;
  let template: Template;
  const create = async (): Promise<void> => {
    template = await createTemplate(organisation.live, pdf(), name);
  };
  beforeAll(async () => {
    emulator = await startTestEmulator();
    organisation = await emulator.organisation(options.organisation);
    if (!each) await create();
    await options.prepare?.({ emulator, organisation });
  });
  afterAll(() => emulator.close());
  beforeEach(async () => {
    await emulator.advance(minute);
    if (each) await create();
  });
  return {
    get emulator() {
      return emulator;
    },
    get organisation() {
      return organisation;
    },
    get template() {
      return template;
    },
  };
}
