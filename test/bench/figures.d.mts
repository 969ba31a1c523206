export interface Options {
  readonly only: readonly string[];
  readonly rounds: number;
  readonly scale: number;
  readonly against: string | null;
  readonly json: boolean;
  readonly help: boolean;
}
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}
export interface Sample {
  readonly cpu: number;
  readonly operations: number;
  readonly figures?: Readonly<Record<string, number>>;
}
export interface Row {
  readonly part: string;
  readonly name: string;
  readonly unit: string;
  readonly rounds: number;
  readonly cpu_us: Spread;
  readonly baseline: string | null;
  readonly baseline_cpu_us: Spread | null;
  readonly ratio: Spread | null;
  readonly control_ratio: Spread | null;
  readonly against_ratio: Spread | null;
  readonly figures: Readonly<Record<string, number>>;
  readonly baseline_figures: Readonly<Record<string, number>>;
  readonly peers: readonly { name: string; cpu_us: Spread; figures: Readonly<Record<string, number>> }[];
}
export const usage: string;
export function parseOptions(words: readonly string[], parts: readonly string[]): Options;
export function median(values: readonly number[]): number;
export function percentile(values: readonly number[], part: number): number;
export function spread(values: readonly number[]): Spread;
export function ratios(over: readonly number[], under: readonly number[]): Spread;
export function rowOf(
  one: { readonly part: string; readonly name: string; readonly unit: string; readonly bare?: string },
  samples: Readonly<Record<string, readonly Sample[]>>,
  peers?: readonly string[],
): Row;
export function linesOf(row: Row): readonly string[];
export function line(name: string, figure: string, note?: string): string;
