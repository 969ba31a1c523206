import { createRequire } from 'node:module';

/** Only what is used here of a package that this repository needs for this one test. */
interface Signpdf {
  readonly SignPdf: new () => { sign(pdf: Buffer, signer: unknown): Promise<Buffer> };
}
interface SignerP12 {
  readonly P12Signer: new (p12: Buffer, options: { readonly passphrase: string }) => unknown;
}

const require = createRequire(import.meta.url);

/** Whether it is installed: `npm ci` does so. */
export function hasSignpdf(): boolean {
  try {
    return require.resolve('@signpdf/signpdf') !== '' && require.resolve('@signpdf/signer-p12') !== '';
  } catch {
    return false;
  }
}

/** Signs a PDF that has a place for the signature, with the key of a PKCS #12 file. */
export async function signWithSignpdf(pdf: Buffer, p12: Buffer, passphrase: string): Promise<Buffer> {
  const { SignPdf } = require('@signpdf/signpdf') as Signpdf;
  const { P12Signer } = require('@signpdf/signer-p12') as SignerP12;
  return await new SignPdf().sign(pdf, new P12Signer(p12, { passphrase }));
}
