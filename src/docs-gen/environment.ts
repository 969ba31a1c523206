/** The environment variables that esign reads, as data for the manual page. */
export const environment: readonly { readonly name: string; readonly meaning: string }[] = [
  { name: 'ESIGN_API_KEY', meaning: 'The API key. It wins over the key of the profile, and a warning says so.' },
  { name: 'ESIGN_BASE_URL', meaning: 'The base address of the service: https, or http to this machine.' },
  { name: 'ESIGN_PROFILE', meaning: 'The profile to use.' },
  { name: 'ESIGN_MODE', meaning: 'Which key of the profile to use: live or test.' },
  {
    name: 'ESIGN_CONFIG_DIR',
    meaning: 'The folder of profiles and key file. Otherwise the usual place of the system.',
  },
  {
    name: 'ESIGN_STATE_DIR',
    meaning: 'The folder of the record of requests and of the emulator. Otherwise the usual place.',
  },
  {
    name: 'ESIGN_CACHE_DIR',
    meaning:
      'The folder of the program as Node compiled it, which makes it start sooner. Default: the usual place of the ' +
      'system. A relative folder, one in a repository or in the working folder, and one that others can change are ' +
      'not used.',
  },
  {
    name: 'NODE_DISABLE_COMPILE_CACHE',
    meaning: 'The program is compiled anew at each start, when set to anything.',
  },
  {
    name: 'ESIGN_RUN_ID',
    meaning:
      'The run that `--idempotency-key auto` belongs to. Otherwise GitHub, GitLab, Buildkite, CircleCI, Azure, Bitbucket ' +
      'or Jenkins say it; elsewhere the content alone decides. Another value means to do the same once more.',
  },
  {
    name: 'ESIGN_RUN_PART',
    meaning:
      'The part of the run that `--idempotency-key auto` belongs to, where several jobs send the same content. What a ' +
      'CI system tells is used without it: the node or parallel index of GitLab, Buildkite, CircleCI and Bitbucket, the ' +
      'job of Azure, the stage of Jenkins, and on GitHub the operating system and architecture of the runner. GitHub ' +
      'does not tell the values of a matrix, so name them in the workflow: `env: { ESIGN_RUN_PART: "${{ matrix.branch }}" }`. ' +
      'A part that runs again has the same keys.',
  },
  {
    name: 'ESIGN_JOURNAL_DAYS',
    meaning:
      'Days for which this machine remembers its writes, their idempotency keys and their envelopes: 1 to 3650. ' +
      'Default: 730. A write with an unknown outcome is never forgotten; its body is deleted after 30 days.',
  },
  { name: 'ESIGN_CA_FILE', meaning: 'A PEM file of certificate authorities to trust besides the usual ones.' },
  {
    name: 'HTTP_PROXY, HTTPS_PROXY, NO_PROXY',
    meaning: 'Proxies, in upper or lower case. This machine is never reached through one.',
  },
  {
    name: 'ESIGN_EMULATOR_URL, ESIGN_EMULATOR_TOKEN, ESIGN_INBOX_URL',
    meaning:
      'What `esign emulator exec` gives its command: the address of the emulator’s own routes, the token of its start, and the address of its captured mail. The token is the Bearer token for the emulator’s own routes. The emulator also proves itself by it, so that nothing is asked about there.',
  },
  {
    name: 'ESIGN_LISTEN_SERVICE',
    meaning:
      'Set by `esign listen --expect` for its command: the base address of the service behind ESIGN_BASE_URL, which then ' +
      'is an address on this machine.',
  },
  {
    name: 'ESIGN_LISTEN_NOTES',
    meaning:
      'Set by `esign listen --expect` for its command: where `esign` reports the envelopes that it creates, sends or ' +
      'voids. Secret while the command runs.',
  },
  { name: 'ESIGN_TUNNEL', meaning: 'The tunnel of `esign listen`, where --tunnel names none.' },
  {
    name: 'TUNNEL_TOKEN, NGROK_AUTHTOKEN, NGROK_CONFIG',
    meaning: 'What cloudflared and ngrok know their account by, handed on to the one that is started.',
  },
  {
    name: 'XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME, XDG_CACHE_HOME',
    meaning:
      'The usual places of settings, of state, of completion scripts, and of what can be made again: the program as Node ' +
      'compiled it, and the files that the single-file executable unpacks.',
  },
  {
    name: 'SHELL, ZDOTDIR, BASH_COMPLETION_USER_DIR',
    meaning: 'Which shell `esign completion install` sets up, and where that shell looks.',
  },
  {
    name: 'TERM_PROGRAM, LC_TERMINAL, KITTY_WINDOW_ID, TMUX, COLORTERM',
    meaning: 'How pages are shown as pictures in the terminal.',
  },
  { name: 'NO_COLOR', meaning: 'No colour, when set to anything.' },
  {
    name: 'CLICOLOR, CLICOLOR_FORCE',
    meaning: 'CLICOLOR=0 switches colour off; CLICOLOR_FORCE=1 switches it on in a pipe too.',
  },
  { name: 'TERM', meaning: 'No colour and no spinner when it is dumb.' },
  { name: 'TZ', meaning: 'The zone in which times are shown on a terminal. JSON always holds UTC.' },
];
