// What a heap snapshot holds, by class, and what grew between two of them.
import { readFileSync, rmSync } from 'node:fs';

/** Bytes and number of objects by class. The file is removed. */
export function holdingsOf(file) {
  const { snapshot, nodes, strings } = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field));
  const classes = new Map();
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[type][nodes[at + type]];
    // The text of a string is no class, and the name of compiled code is that of its function.
    const key = ['object', 'native', 'closure'].includes(kind) ? `${kind} ${strings[nodes[at + name]]}` : kind;
    const held = classes.get(key) ?? { count: 0, bytes: 0 };
    held.count += 1;
    held.bytes += nodes[at + size];
    classes.set(key, held);
  }
  return classes;
}

/** Both totals, and the classes that grew most, as one row of the report. */
export function growthOf(name, before, after) {
  const total = (classes) => [...classes.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  const grown = [...after]
    .map(([key, { count, bytes }]) => {
      const was = before.get(key) ?? { count: 0, bytes: 0 };
      return { class: key, objects: count - was.count, bytes: bytes - was.bytes };
    })
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 6);
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
  const words = grown.map((one) => `${one.class} +${one.objects} (${megabytes(one.bytes)})`).join(', ');
  return {
    heap_before: total(before),
    heap_after: total(after),
    grown,
    text: `heap of the ${name}: ${megabytes(total(before))} after the first tenth, ${megabytes(total(after))} at the end; grew most: ${words}`,
  };
}
