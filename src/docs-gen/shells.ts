/** The shells that there is a completion script for. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** The name of each script in the package's folder `completions`. */
export const completionFiles: Readonly<Record<Shell, string>> = {
  bash: 'esign.bash',
  zsh: '_esign',
  fish: 'esign.fish',
  powershell: 'esign.ps1',
};

/** Values that are not in the tree: read from this machine's files when Tab is pressed. */
export type LiveValues = 'profiles' | 'envelopes' | 'templates';
