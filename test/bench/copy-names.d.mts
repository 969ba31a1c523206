/** What `copy-names.mjs` measures, for the test that asserts it. */
export interface CopiedFigures {
  readonly name: string;
  readonly names: number;
  readonly right: number;
  readonly wrong: number;
  readonly found: number;
  readonly askedRight: number;
  readonly askedWrong: number;
}

export function copyNamesFigures(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly CopiedFigures[]>;
export function measureCopyNames(environment: Readonly<Record<string, string | undefined>>): Promise<readonly string[]>;
