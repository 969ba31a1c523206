import { readFile } from 'node:fs/promises';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { assetPath } from '../../core/platform/package-files.js';

/**
 * PDFium with the few memory habits that every caller needs: no pointer of theirs outlives the function it was made
 * in.
 */
export interface Pdfium {
  readonly api: WrappedPdfiumModule;
  /** Runs `use` with a zeroed block of `size` bytes, freed afterwards. */
  withBlock<T>(size: number, use: (pointer: number) => T): T;
  /** Copies bytes into the heap; the caller frees them. */
  put(bytes: Uint8Array): number;
  free(pointer: number): void;
  /** The heap as it is until the next call, which may replace it: never keep it. */
  view(): DataView;
  /** Words of 32 bits at `pointer`, valid until the next call: never keep them. */
  words(pointer: number, count: number): Uint32Array;
  /** A copy of `length` bytes at `pointer`. */
  take(pointer: number, length: number): Uint8Array;
  float(pointer: number): number;
  double(pointer: number): number;
  int(pointer: number): number;
  setFloat(pointer: number, value: number): void;
  setInt(pointer: number, value: number): void;
  /** A string from a call that fills a UTF-16LE buffer and answers the bytes it needs, terminator included. */
  text(call: (buffer: number, bytes: number) => number): string;
  /** How large its heap has grown, in bytes. */
  heapSize(): number;
  /** Whether it once asked for more memory than it may have: what it answered since then may lack something. */
  isExhausted(): boolean;
}

/** Bytes. */
const LONGEST_STRING = 1024 * 1024;
const SHORT_STRING = 512;
const MEBIBYTE = 1024 * 1024;
/** The most that one PDFium may take, in bytes: several times what the largest upload needs. */
const LARGEST_HEAP = 512 * MEBIBYTE;
const WASM_PAGE = 65_536;

/** Starts a PDFium of one's own; its heap never shrinks, so its process should be replaced now and then. */
export async function loadPdfium(): Promise<Pdfium> {
  const { init } = await import('@embedpdf/pdfium');
  const wasm = await readFile(assetPath('document/engine/pdfium.wasm'));
  const module = {
    wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength),
    onRuntimeInitialized: () => wrapDirectly(module as unknown as RunningModule),
  };
  const api = await init(module);
  const memory = boundMemory(api);
  api.PDFiumExt_Init();
  return withMemory(api, memory);
}

/** The module that Emscripten makes of what it was given, as far as it is needed. */
interface RunningModule {
  readonly wasmExports: Readonly<Record<string, ((...numbers: readonly number[]) => number) | undefined>>;
  cwrap(name: string, answer: string | null, takes: readonly string[]): unknown;
}

/**
 * Lets what takes and answers numbers be called as it is: Emscripten's wrapper looks up the function and copies its
 * arguments at each call, and a page is read in thousands of them.
 */
function wrapDirectly(module: RunningModule): void {
  const wrap = module.cwrap.bind(module);
  module.cwrap = (name, answer, takes) => {
    const call = module.wasmExports[name];
    const isPlain = answer !== 'string' && takes.every((type) => type === 'number' || type === 'boolean');
    if (call === undefined || !isPlain) return wrap(name, answer, takes);
    return answer === 'boolean' ? (...numbers: readonly number[]) => call(...numbers) !== 0 : call;
  };
}

/** A `WebAssembly.Memory`, as far as it is needed. */
interface GrowingMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Lets the heap grow up to its limit: the module itself would take up to 2 GiB for a few hundred hostile bytes. */
function boundMemory(api: WrappedPdfiumModule): Pick<Pdfium, 'heapSize' | 'isExhausted'> {
  const { memory } = api.pdfium.wasmExports as unknown as { readonly memory: GrowingMemory };
  const grow = memory.grow.bind(memory);
  let isExhausted = false;
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * WASM_PAGE <= LARGEST_HEAP) return grow(pages);
    isExhausted = true;
    throw new RangeError('the heap of PDFium has reached its limit');
  };
  return { heapSize: () => memory.buffer.byteLength, isExhausted: () => isExhausted };
}

function withMemory(api: WrappedPdfiumModule, memory: Pick<Pdfium, 'heapSize' | 'isExhausted'>): Pdfium {
  const { malloc, free } = api.pdfium.wasmExports;
  // The heap's views are replaced whenever it grows: never keep one.
  const heap = (): Uint8Array => (api.pdfium as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8;
  let latest = new DataView(heap().buffer);
  const view = (): DataView => {
    const { buffer } = heap();
    if (latest.buffer !== buffer) latest = new DataView(buffer);
    return latest;
  };
  const allocate = (size: number): number => {
    const pointer = malloc(Math.max(size, 1));
    if (pointer === 0) throw new Error('PDFium is out of memory');
    return pointer;
  };
  const short = allocate(SHORT_STRING);
  const textAt = (pointer: number, bytes: number): string =>
    bytes <= 2
      ? ''
      : Buffer.from(heap().buffer, pointer, bytes - 2)
          .toString('utf16le')
          .replace(/(?<!\0)\0+$/u, '');
  const take = (pointer: number, length: number): Uint8Array => heap().slice(pointer, pointer + length);
  const withBlock = <T>(size: number, use: (pointer: number) => T): T => {
    const pointer = allocate(size);
    try {
      heap().fill(0, pointer, pointer + size);
      return use(pointer);
    } finally {
      free(pointer);
    }
  };
  return {
    ...memory,
    api,
    withBlock,
    free,
    view,
    words: (pointer, count) => new Uint32Array(heap().buffer, pointer, count),
    take,
    put(bytes) {
      const pointer = allocate(bytes.length);
      heap().set(bytes, pointer);
      return pointer;
    },
    float: (pointer) => view().getFloat32(pointer, true),
    double: (pointer) => view().getFloat64(pointer, true),
    int: (pointer) => view().getInt32(pointer, true),
    setFloat: (pointer, value) => view().setFloat32(pointer, value, true),
    setInt: (pointer, value) => view().setInt32(pointer, value, true),
    text(call) {
      // Most texts are short, and asking for their length first takes as long as asking for them.
      heap().fill(0, short, short + SHORT_STRING);
      const needed = call(short, SHORT_STRING);
      if (needed <= SHORT_STRING) return textAt(short, needed);
      const length = Math.min(needed, LONGEST_STRING);
      return withBlock(length, (pointer) => {
        call(pointer, length);
        return textAt(pointer, length);
      });
    },
  };
}
