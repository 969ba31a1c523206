import { ConfigFailure } from '../../core/config/failure.js';
import { nameOf } from '../../core/config/origin.js';
import { readFile } from '../../core/config/read-file.js';
import type { Settings } from '../../core/config/settings.js';
import type { Contract } from '../../contract/overlay/contract.js';

export interface ContractInUse {
  readonly file: string;
  readonly contract: Contract;
}

/** One run looks several times, and reads the file once. */
const known = new WeakMap<object, Promise<Contract>>();

const limit = 256 * 1024;

/**
 * The contract file of the service in use; undefined without one, which is the normal case. Throws ConfigFailure that
 * names the invalid line.
 */
export async function contractInUse({
  contract: chosen,
}: Pick<Settings, 'contract'>): Promise<ContractInUse | undefined> {
  if (chosen === null) return undefined;
  const { value: file, origin } = chosen;
  const reading = known.get(chosen) ?? readContractAt(file, nameOf(origin));
  known.set(chosen, reading);
  return { file, contract: await reading };
}

/** The name of the webhook signature header: of the profile, else of the contract file, else the described one. */
export async function signatureHeaderOf(settings: Pick<Settings, 'contract' | 'signatureHeader'>): Promise<string> {
  const { value, origin } = settings.signatureHeader;
  if (origin.from !== 'default') return value;
  return (await contractInUse(settings))?.contract.header('Service-Signature') ?? value;
}

/**
 * The contract file that was given for this run, and not by a profile: that of an emulator to be started. Throws
 * ConfigFailure that names the invalid line.
 */
export async function givenContract({ given }: Pick<Settings, 'given'>): Promise<string | undefined> {
  if (given.contract === null) return undefined;
  await readContractAt(given.contract.value, nameOf(given.contract.origin));
  return given.contract.value;
}

/** The contract of a file. Throws ConfigFailure that names the invalid line. */
async function readContractAt(file: string, from: string): Promise<Contract> {
  const text = readFile(file, limit, (why) => contractInvalid(file, why));
  if (text === null) throw contractInvalid(file, `it was not found (from ${from})`);
  // Loaded only if there is a contract file.
  const { ContractFileInvalid, readContractFile } = await import('../../contract/overlay/contract-file.js');
  try {
    return readContractFile(text);
  } catch (failure) {
    if (!(failure instanceof ContractFileInvalid)) throw failure;
    if (failure.line === null) throw contractInvalid(file, failure.problem);
    throw contractInvalid(`${file}:${failure.line}`, failure.problem, 'Correct the line, or remove it.');
  }
}

const contractInvalid = (where: string, why: string, hint = 'Correct the file or its path.'): ConfigFailure =>
  new ConfigFailure(
    'contract_invalid',
    `Cannot use the contract file ${where}: ${why}.`,
    `${hint} No request was sent.`,
  );
