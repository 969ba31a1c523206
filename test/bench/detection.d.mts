/** What `detection.mjs` measures, for the test that asserts it. */
export interface FlatFigures {
  readonly present: number;
  readonly found: number;
  readonly boxes: number;
  readonly false: number;
  readonly missedOnFoot: number;
}

export interface FieldFigures {
  readonly present: number;
  readonly found: number;
}

export interface FormFigures {
  readonly name: string;
  readonly flat: FlatFigures;
  readonly fields: FieldFigures;
  /** Milliseconds of a warm reading; null when none was asked for. */
  readonly perPage: number | null;
}

export function withoutWidgets(bytes: Uint8Array): Promise<Uint8Array>;
export function detectionFigures(warm?: number): Promise<readonly FormFigures[]>;
export function sumOf(
  figures: readonly FormFigures[],
  prefix?: string,
): { readonly flat: FlatFigures; readonly fields: FieldFigures };
export function measureDetection(): Promise<readonly string[]>;
