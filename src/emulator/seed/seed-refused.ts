/**
 * A seed file that cannot be loaded, or data that it cannot be loaded into. `code`: `seed_invalid` for what the file
 * says, `seed_unusable` for a file that cannot be read, `seed_refused` for data that holds something else.
 */
export class SeedRefused extends Error {
  override readonly name = 'SeedRefused';
  readonly code: 'seed_invalid' | 'seed_unusable' | 'seed_refused';

  constructor(code: SeedRefused['code'], message: string) {
    super(message);
    this.code = code;
  }
}
