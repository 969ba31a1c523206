import { Option } from 'commander';
import type { Context } from '../../cli/context/context.js';
import { FileFailure } from '../../cli/failure/failure.js';
import { authorityAt, authorityWithinReach } from '../../cli/emulator/authority.js';
import type { EmulatorAuthority } from '../../cli/emulator/control-types.js';
import { collect } from '../../cli/flags/option.js';

/** The authorities that are trusted, named or those of an emulator, and the time there. */
export interface Trust {
  /** Certificates, DER; none: nobody is known. */
  readonly trusted: readonly Uint8Array[];
  readonly from: 'ca' | 'emulator' | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const maxFileBytes = 1024 * 1024;

/** The authorities of `--ca-file`, else that of an emulator within reach. */
export async function findTrust(context: Context, files: readonly string[]): Promise<Trust> {
  if (files.length > 0) return await readTrust(context, files);
  return await trustEmulator(context, (await authorityWithinReach(context))?.authority ?? null);
}

/** The authorities of `--ca-file`, else that of the emulator at the address, when it is one. */
export async function trustAt(context: Context, files: readonly string[], base: string | null): Promise<Trust> {
  if (files.length > 0) return await readTrust(context, files);
  return await trustEmulator(context, base === null ? null : await authorityAt(context, base));
}

async function trustEmulator(context: Context, authority: EmulatorAuthority | null): Promise<Trust> {
  if (authority === null) return { trusted: [], from: null, now: context.clock.now() };
  const { certificatesIn } = await import('../../document/seal/pem.js');
  // Its clock is moved by hand, and what it seals bears the time of that clock.
  return { trusted: certificatesIn(Buffer.from(authority.pem)), from: 'emulator', now: Date.parse(authority.now) };
}

async function readTrust(context: Context, files: readonly string[]): Promise<Trust> {
  const { certificatesIn } = await import('../../document/seal/pem.js');
  const { readCertificate } = await import('../../document/seal/certificate.js');
  const trusted: Uint8Array[] = [];
  for (const file of files) {
    const bytes = await context.files.read(file, { limit: maxFileBytes });
    try {
      const certificates = certificatesIn(bytes);
      certificates.forEach((certificate) => readCertificate(certificate));
      trusted.push(...certificates);
    } catch {
      // Whatever the parser says, the file is not a certificate.
      throw new FileFailure('input', file, `${file} does not contain a readable certificate.`, {
        code: 'not_a_certificate',
        hint: 'Use a PEM file with the certificate of the authority. For an emulator: esign emulator ca -o ca.pem',
      });
    }
  }
  return { trusted, from: 'ca', now: context.clock.now() };
}

/** The option that names trusted authorities; the files stand in the order given. */
export interface CaOptions {
  readonly caFile?: readonly string[];
}

/** `--ca-file <file>`: it can be repeated. */
export const caFileOption = (description: string): Option =>
  new Option('--ca-file <file>', description).argParser(collect((path) => path));
