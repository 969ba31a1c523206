import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSignatures } from '../../src/document/seal/byte-range.js';
import { readFormSignatures } from '../../src/document/seal/form-signatures.js';
import type { SealVerdict } from '../../src/document/seal/verdict.js';
import { verifySeal } from '../../src/document/seal/verify-seal.js';
import { OpensslSigner } from '../support/documents/openssl-signer.js';
import { corpusAuthority, signedCorpus, type Specimen } from '../support/documents/signed-corpus.js';
import { has } from '../support/documents/small-documents.js';

/** Every object of every file, with `ESIGN_FULL=1`; the verdicts are printed then. */
const isFull = process.env['ESIGN_FULL'] === '1';

const hasPdfsig = has('pdfsig');

describe.skipIf(!has('openssl'))('signed files of every profile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'esign-corpus-'));
  let specimens: readonly Specimen[];
  let trusted: readonly Uint8Array[];

  beforeAll(async () => {
    const openssl = new OpensslSigner(folder);
    specimens = await signedCorpus(openssl);
    trusted = [corpusAuthority(openssl)];
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const judge = (pdf: Uint8Array): Promise<SealVerdict> =>
    verifySeal(pdf, { trusted, now: Date.now(), notLater: false, readForm: readFormSignatures });

  /** What pdfsig says of each signature that it can judge. */
  function pdfsig(pdf: Uint8Array): readonly ('valid' | 'broken')[] {
    writeFileSync(join(folder, 'one.pdf'), pdf);
    const { stdout } = spawnSync('pdfsig', ['-nocert', 'one.pdf'], { cwd: folder, encoding: 'latin1' });
    return [...stdout.matchAll(/Signature Validation: (.*)/g)].flatMap(([, words = '']) => {
      if (words.startsWith('Signature is Valid')) return ['valid' as const];
      return /Digest Mismatch|Signature is Invalid/.test(words) ? ['broken' as const] : [];
    });
  }

  it('get the right verdict', { timeout: 120_000 }, async () => {
    const found: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const { name, bytes, expected: verdict, problem = null } of specimens) {
      const judged = await judge(bytes);
      found[name] = [judged.verdict, judged.problem?.code ?? null];
      expected[name] = [verdict, problem];
      if (isFull)
        console.log(`${name} | ${judged.verdict} | ${judged.problem?.code ?? ''} | ${pdfsig(bytes).join(', ')}`);
    }
    expect(found).toEqual(expected);
  });

  it.skipIf(!hasPdfsig)('are never called altered when pdfsig finds them valid and whole', async () => {
    const wrong: string[] = [];
    for (const { name, bytes } of specimens) {
      const said = pdfsig(bytes);
      const { verdict, signatures } = await judge(bytes);
      const covers = signatures.at(-1)?.covers === bytes.length;
      if (said.length > 0 && said.every((each) => each === 'valid') && covers && signatures.length === 1) {
        if (verdict === 'altered') wrong.push(name);
      }
      if (said.includes('broken') && verdict === 'genuine') wrong.push(name);
    }
    expect(wrong).toEqual([]);
  });

  it('are called altered for each changed byte that is signed, in every object', { timeout: 3_600_000 }, async () => {
    const missed: string[] = [];
    let tried = 0;
    for (const { name, bytes, expected } of specimens.filter(
      (each) => each.expected !== 'altered' && (isFull || each.bytes.length < 200_000),
    )) {
      const { signatures } = findSignatures(bytes);
      for (const place of placesIn(bytes, isFull ? 3 : 1, isFull ? Infinity : 5)) {
        const damaged = flipped(bytes, place, tried);
        const { verdict, problem } = await judge(damaged);
        const covering = signatures.filter(
          ({ range: [, end, start], until }) => place < until && (place < end || place >= start),
        );
        const isSigned = covering.length > 0;
        if (isSigned && verdict !== 'altered' && expected !== 'cannot_judge')
          missed.push(`${name}: byte ${place}, ${verdict} ${problem?.code}`);
        if (isSigned && verdict === 'genuine') missed.push(`${name}: byte ${place}, genuine`);
        if (hasPdfsig && (isFull || tried % 8 === 0) && pdfsig(damaged).includes('broken') && verdict === 'genuine') {
          missed.push(`${name}: byte ${place}, broken for pdfsig`);
        }
        tried += 1;
      }
    }
    if (isFull) console.log(`${tried} damaged files`);
    expect(tried).toBeGreaterThan(100);
    expect(missed).toEqual([]);
  });

  it('say nothing else when a byte of the signature itself has changed', { timeout: 3_600_000 }, async () => {
    const missed: string[] = [];
    for (const { name, bytes } of specimens.filter(
      (each) => each.expected === 'genuine' && (isFull || each.bytes.length < 200_000),
    )) {
      const { signer, time_stamp: stamp } = await judge(bytes);
      for (const { range, cms } of findSignatures(bytes).signatures) {
        const used = 4 + cms.readUInt16BE(2);
        const step = isFull ? 29 : 997;
        for (let at = 0; at < 2 * used; at += step) {
          const verdict = await judge(flipped(bytes, range[1] + 1 + at, at));
          const isSame = verdict.signer?.sha256 === signer?.sha256 && verdict.time_stamp?.at === stamp?.at;
          const lost = stamp !== null && verdict.time_stamp === null;
          if (verdict.verdict === 'genuine' && !isSame && !lost) missed.push(`${name}: digit ${at}`);
        }
      }
    }
    expect(missed).toEqual([]);
  });
});

/** Places in each object, in the cross-references and in the trailer; `most` of them, spread over the file. */
function placesIn(pdf: Buffer, each: number, most: number): readonly number[] {
  const text = pdf.toString('latin1');
  const pieces = [...text.matchAll(/(?<!\d)\d{1,10} \d{1,5} obj\b|\bxref\b|\btrailer\b|\bstartxref\b/g)].map(
    ({ index }) => index,
  );
  const starts = [0, ...pieces];
  const places = starts.flatMap((start, index) => {
    const length = (starts[index + 1] ?? pdf.length) - start;
    return Array.from({ length: each }, (_, turn) => start + Math.floor((length * (2 * turn + 1)) / (2 * each)));
  });
  const step = Math.max(1, Math.ceil(places.length / most));
  return places.filter((_, index) => index % step === 0);
}

function flipped(pdf: Buffer, place: number, turn: number): Buffer {
  const changed = Buffer.from(pdf);
  changed.writeUInt8(changed.readUInt8(place) ^ ([0x01, 0x20, 0xff][turn % 3] ?? 1), place);
  return changed;
}
