/** The shells with a completion script. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** The name of each script in the package's folder `completions`. */
export const completionFiles: Readonly<Record<Shell, string>> = {
  bash: 'esign.bash',
  zsh: '_esign',
  fish: 'esign.fish',
  powershell: 'esign.ps1',
};

/** Values outside of the tree: read from local files on Tab. */
export type LiveValues = 'profiles' | 'envelopes' | 'templates';
