import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that wait for other programs most of the time (processes, shells, terminals, tunnels, browsers) among those
 * that keep a core busy, evenly: one core or the other would stand still else.
 */
export class MixedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waiting = sorted.filter(({ moduleId }) => waits.test(moduleId));
    const busy = sorted.filter(({ moduleId }) => !waits.test(moduleId));
    const places = [waiting, busy].flatMap((kind) => kind.map((file, index) => ({ file, at: index / kind.length })));
    return places.toSorted((one, other) => one.at - other.at).map(({ file }) => file);
  }
}

const waits = /\/test\/(?:acceptance|checks|completion|docs-gen|examples|judges|tunnel)\//;
