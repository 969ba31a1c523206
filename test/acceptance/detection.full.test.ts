import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';

/** Real forms against what their authors placed on them: the figures that the benchmark prints, held to their bounds. */

const qpdf = spawnSync('qpdf', ['--version']).error === undefined;

type Detection = typeof import('../bench/detection.mjs');
let figures: Awaited<ReturnType<Detection['detectionFigures']>>;
let sumOf: (prefix?: string) => ReturnType<Detection['sumOf']>;

describe.skipIf(!qpdf)('fields of real forms', () => {
  beforeAll(async () => {
    const detection = await import('../bench/detection.mjs');
    figures = await detection.detectionFigures();
    sumOf = (prefix) => detection.sumOf(figures, prefix);
  }, 120_000);

  it('has forms of several makers to look at', () => {
    expect(figures.length).toBeGreaterThanOrEqual(9);
    expect(sumOf().flat.present).toBeGreaterThan(500);
  });

  it('reads the form fields that qpdf lists', () => {
    const { present, found } = sumOf().fields;
    expect(found / present).toBeGreaterThanOrEqual(0.995);
  });

  it('finds 85 of 100 fields of the court forms with the widgets hidden, and of the other forms too', () => {
    for (const prefix of ['court-', 'tax-']) {
      const { present, found } = sumOf(prefix).flat;
      expect(found / present, prefix).toBeGreaterThanOrEqual(0.85);
    }
  });

  it('finds hardly anything that no author meant, but for the ticks that some leave to the pen', () => {
    const { boxes, false: wrong } = sumOf('tax-').flat;
    expect(wrong / boxes).toBeLessThan(0.15);
    const court = sumOf('court-').flat;
    expect(court.false / court.boxes).toBeLessThan(0.35);
  });
});
