/** The shells that there is a completion script for. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** The name of each script in the package's folder `completions`. */
export const completionFiles: Readonly<Record<Shell, string>> = {
  bash: 'esign.bash',
  zsh: '_esign',
  fish: 'esign.fish',
};
