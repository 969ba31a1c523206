import type { Option } from 'commander';

const collectors = new WeakSet<object>();

/** For a repeatable flag: adds a value to the previous ones. */
export const collect = <T>(parse: (text: string) => T): Collector<T> => collectAll((text) => [parse(text)]);

/** The same where each value is a list with commas. */
export const collectList = <T>(parse: (text: string) => T): Collector<T> =>
  collectAll((text) => text.split(',').map((each) => parse(each.trim())));

type Collector<T> = (text: string, before: readonly T[] | undefined) => readonly T[];

function collectAll<T>(parse: (text: string) => readonly T[]): Collector<T> {
  const add: Collector<T> = (text, before) => [...(before ?? []), ...parse(text)];
  collectors.add(add);
  return add;
}

/** Whether a flag may be given more than once. */
export const isRepeatable = ({ variadic, parseArg }: Option): boolean =>
  variadic || (parseArg !== undefined && collectors.has(parseArg));
