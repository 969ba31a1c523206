/** A setting or the profiles file is unusable: exit 2. `hint` starts with a verb. */
export class ConfigFailure extends Error {
  override readonly name = 'ConfigFailure';
  readonly code: ConfigProblem;
  readonly hint: string;

  constructor(code: ConfigProblem, message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

export type ConfigProblem =
  | 'profiles_broken'
  | 'profiles_unreadable'
  | 'profiles_newer'
  | 'profiles_not_written'
  | 'contract_invalid'
  | 'profile_unknown'
  | 'profile_exists'
  | 'profile_name_invalid'
  | 'base_url_missing'
  | 'base_url_invalid'
  | 'mode_invalid'
  | 'mode_mismatch'
  | 'setting_invalid'
  | 'key_invalid'
  | 'key_unreadable';

/** The keychain is missing, locked, or timed out: exit 3 when it has a key. */
export class KeychainUnavailable extends Error {
  override readonly name = 'KeychainUnavailable';
  readonly code = 'keychain_unavailable';
}
