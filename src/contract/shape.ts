import type { OutputOf, Schema } from './schema.js';

export type ShapeBlocks = typeof import('./shape-blocks.js');

/** The JSON that a command prints, written once: the catalogue makes a JSON Schema of it, `Shaped` a type. */
export type Shape = (blocks: ShapeBlocks) => Schema | Promise<Schema>;

/** The value that a shape describes. */
export type Shaped<S extends Shape> = Frozen<OutputOf<Awaited<ReturnType<S>>>>;

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T;
