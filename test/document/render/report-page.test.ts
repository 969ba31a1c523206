import { PDF, PdfArray, PdfDict, PdfName, PdfRef, PdfStream } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { sharedEngine } from '../../support/documents/document-engine.js';
import { sealJob } from '../../support/documents/jobs.js';
import { linesPdf } from '../../support/form-pdf.js';

const engine = sharedEngine();

/** The content of the certificate page of a sealed document. */
async function certificateOf(isTagged: boolean): Promise<string> {
  const pdf = await PDF.load(linesPdf([['A notice']]));
  if (isTagged) {
    const root = pdf.register(PdfDict.of({ Type: PdfName.of('StructTreeRoot') }));
    pdf.getCatalog().set('StructTreeRoot', root);
  }
  const sealed = await PDF.load(await engine.seal(sealJob(await pdf.save(), [])));
  const find = (ref: PdfRef) => sealed.getObject(ref);
  const contents = sealed.getPage(1)!.dict.get('Contents', find);
  const streams =
    contents instanceof PdfArray
      ? [...contents].map((each) => (each instanceof PdfRef ? find(each) : each))
      : [contents];
  return streams
    .map((each) => Buffer.from(each instanceof PdfStream ? each.getDecodedData() : []).toString('latin1'))
    .join('\n');
}

describe('the certificate page', () => {
  it('is an artifact of a tagged document, which has no tags for it', async () => {
    expect(await certificateOf(true)).toMatch(/\/Artifact BMC\s[^]*\sEMC/u);
  });

  it('is plain content of any other', async () => {
    expect(await certificateOf(false)).not.toContain('/Artifact');
  });
});
