import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { fixture, lease } from '../documents/small-documents.js';
import { bombs, heavyBombs, looks } from './hostile-bombs.js';
import { lies } from './hostile-lies.js';
import { heavySizes, sizes } from './hostile-sizes.js';
import { trees } from './hostile-trees.js';
import { words } from './hostile-words.js';
import { type Lot, lotOf, mutated } from './mutations.js';
import type { Makers } from './parts.js';

/** A file that means harm, made only when it is its turn. */
export interface HostileFile {
  readonly name: string;
  bytes(): Buffer;
}

const listed = (makers: Makers): readonly HostileFile[] =>
  Object.entries(makers).map(([name, bytes]) => ({ name, bytes }));
const light = [trees, sizes, bombs, lies, words].flatMap(listed);
const heavy = [heavySizes, heavyBombs, looks].flatMap(listed);

/** Every so manieth file that is broken by lot is a Word file: each may take a second or two to lay out. */
const WORD_EVERY = 20;

/**
 * Exactly so many hostile files, the same ones for the same seed. A thousand hold each that was thought up; fewer than
 * two hundred leave out what takes seconds, and take a part of the rest by lot. The others are real forms, broken.
 */
export function hostileFiles(count: number, seed: number): readonly HostileFile[] {
  const lot = lotOf(seed);
  const all = count >= 200 ? [...light, ...heavy] : shuffled(light, lot).slice(0, Math.ceil(count / 2));
  const seeds = seedFiles();
  const broken = Array.from({ length: Math.max(count - all.length, 0) }, (_, index): HostileFile => {
    const own = lotOf(Math.floor(lot() * 2 ** 32));
    const isWord = count >= 200 && index % WORD_EVERY === 0;
    return isWord ? brokenWord(index, own) : brokenPdf(index, own, seeds);
  });
  return [...all, ...broken];
}

function seedFiles(): readonly string[] {
  const named = (folder: string): readonly string[] =>
    readdirSync(fileURLToPath(new URL(`../../fixtures/${folder}`, import.meta.url)))
      .filter((name) => name.endsWith('.pdf'))
      .map((name) => `${folder}/${name}`);
  return [...named('forms'), ...named('documents'), 'lease'].toSorted();
}

function brokenPdf(index: number, lot: Lot, seeds: readonly string[]): HostileFile {
  const pick = (): string => seeds[Math.floor(lot() * seeds.length)]!;
  const load = (name: string): Buffer => Buffer.from(name === 'lease' ? lease() : fixture(name));
  const [name, other] = [pick(), pick()];
  return { name: `${index} ${name}, broken`, bytes: () => mutated(load(name), load(other), lot).bytes };
}

/** Broken within the archive as often as the archive itself. */
function brokenWord(index: number, lot: Lot): HostileFile {
  const bytes = (): Buffer => {
    const whole = Buffer.from(fixture('forms/used-car-sale.docx'));
    if (lot() < 0.5) return mutated(whole, whole, lot).bytes;
    const entries = unzipSync(whole);
    const text = Buffer.from(strFromU8(entries['word/document.xml']!), 'utf8');
    const changed = { ...entries, 'word/document.xml': strToU8(mutated(text, text, lot).bytes.toString('latin1')) };
    return Buffer.from(zipSync(changed));
  };
  return { name: `${index} a Word file, broken`, bytes };
}

function shuffled<T>(all: readonly T[], lot: Lot): readonly T[] {
  return all
    .map((value) => ({ value, place: lot() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
