/** `1 row`, `2 rows`, `1 person`, `3 people`. */
export const pluralize = (count: number, one: string, many = one === 'person' ? 'people' : `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
