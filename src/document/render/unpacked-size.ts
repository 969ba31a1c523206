import { inflateSync } from 'node:zlib';
import type { PDF, PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfRef, PdfStream } from '@libpdf/core';
import { UnreadableDocument } from '../document-failure.js';
import { contentStreams, resolver } from './page-resources.js';

const MEBIBYTE = 1024 * 1024;
/** What sealing unpacks and reads, in bytes. */
const MOST_CONTENT = 64 * MEBIBYTE;
/** What drawing the annotations takes apart: several hundred bytes of memory for ten of it. */
const MOST_LOOKS = 16 * MEBIBYTE;

/**
 * Checks that what the pages of an upload draw, and how their fields and remarks look, unpacks to sizes that can be
 * sealed: a few hundred bytes under several filters may hold a gigabyte. Throws UnreadableDocument (`too_complex`).
 */
export function checkUnpackedSize(pdf: PDF): void {
  let [content, looks] = [0, 0];
  const known = new Set<PdfStream>();
  for (const page of pdf.getPages()) {
    for (const stream of contentStreams(pdf, page)) content += unpackedSize(stream, MOST_CONTENT - content);
    if (content > MOST_CONTENT) throw tooLarge('pages', MOST_CONTENT);
    for (const stream of looksOn(pdf, page.dict)) {
      // Unpacked once, however many fields look like it.
      if (!known.has(stream)) looks += unpackedSize(stream, MOST_LOOKS - looks);
      known.add(stream);
    }
    if (looks > MOST_LOOKS) throw tooLarge('form fields', MOST_LOOKS);
  }
}

function tooLarge(what: string, limit: number): UnreadableDocument {
  return new UnreadableDocument('too_complex', `a PDF whose ${what} unpack to more than ${limit / MEBIBYTE} MiB`);
}

/** What the annotations of a page show, each with all its states. */
function* looksOn(pdf: PDF, page: PdfDict): Generator<PdfStream> {
  const resolve = resolver(pdf);
  const follow = (entry: PdfObject | undefined): PdfObject | null | undefined =>
    entry instanceof PdfRef ? pdf.getObject(entry) : entry;
  for (const entry of page.getArray('Annots', resolve) ?? []) {
    const annotation = follow(entry);
    const normal = annotation instanceof PdfDict ? annotation.getDict('AP', resolve)?.get('N', resolve) : undefined;
    if (normal instanceof PdfStream) yield normal;
    else if (normal instanceof PdfDict) {
      for (const [, state] of normal) {
        const look = follow(state);
        if (look instanceof PdfStream) yield look;
      }
    }
  }
}

/** Infinite when it is more than `limit`, or than one of its filters may make of it on the way. */
function unpackedSize(stream: PdfStream, limit: number): number {
  try {
    return filtersOf(stream).reduce((data, filter) => unpacked(data, filter, limit), stream.data).length;
  } catch (error) {
    // What cannot be unpacked is drawn by nobody.
    return isTooLarge(error) ? Infinity : 0;
  }
}

interface Filter {
  readonly name: PdfName;
  readonly parameters: PdfDict | undefined;
}

/** As the library reads them: names, and the dictionaries among the parameters in their order. */
function filtersOf(stream: PdfStream): readonly Filter[] {
  const listed = (key: string): readonly PdfObject[] => {
    const value = stream.get(key);
    return value instanceof PdfArray ? Array.from(value) : value === undefined ? [] : [value];
  };
  const parameters = listed('DecodeParms').filter((entry) => entry instanceof PdfDict);
  const names = listed('Filter').filter((entry) => entry instanceof PdfName);
  return names.map((name, index) => ({ name, parameters: parameters[index] }));
}

function unpacked(data: Uint8Array, { name, parameters }: Filter, limit: number): Uint8Array {
  if (name.value === 'FlateDecode') {
    const inflated = inflatedWithin(data, limit);
    if (inflated !== null && parameters === undefined) return inflated;
  }
  const one = new PdfStream([['Filter', name]], data);
  if (parameters !== undefined) one.set('DecodeParms', parameters);
  return one.getDecodedData();
}

/** Null for damaged data, which the library unpacks as far as the damage. */
function inflatedWithin(data: Uint8Array, limit: number): Uint8Array | null {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(limit, 1) });
  } catch (error) {
    if (isTooLarge(error)) throw error;
    return null;
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
