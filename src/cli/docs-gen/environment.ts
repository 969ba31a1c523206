/** The environment variables that esign reads, for the help topic. */
export const environment: readonly { readonly name: string; readonly meaning: string }[] = [
  { name: 'ESIGN_API_KEY', meaning: 'The API key. It overrides the key of the profile, with a warning.' },
  { name: 'ESIGN_BASE_URL', meaning: 'The base URL of the service. It must use https, or http on this machine.' },
  { name: 'ESIGN_PROFILE', meaning: 'The profile to use.' },
  { name: 'ESIGN_MODE', meaning: 'Which key of the profile to use: live or test.' },
  {
    name: 'ESIGN_CONTRACT',
    meaning:
      'A contract file: where the service differs from its description. It overrides the one of the profile. See esign-contract(7).',
  },
  {
    name: 'ESIGN_CONFIG_DIR',
    meaning: 'The folder of the profiles and the key file. Default: the configuration folder of the system.',
  },
  {
    name: 'ESIGN_STATE_DIR',
    meaning: 'The folder of recorded requests and of the emulator data. Default: the state folder of the system.',
  },
  {
    name: 'ESIGN_CACHE_DIR',
    meaning:
      'The folder of the compile cache, which makes the program start faster. Default: the cache folder of the system. ' +
      'A folder is ignored if it is relative, in a repository, in the working folder, or writable by others.',
  },
  {
    name: 'NODE_DISABLE_COMPILE_CACHE',
    meaning: 'Turns the compile cache off if set.',
  },
  {
    name: 'ESIGN_RUN_ID',
    meaning:
      'The run for `--idempotency-key auto`. The same request in another run is sent again. Default: the run of GitHub, ' +
      'GitLab, Buildkite, CircleCI, Azure, Bitbucket or Jenkins; outside of CI only the content counts.',
  },
  {
    name: 'ESIGN_RUN_PART',
    meaning:
      'The part of the run for `--idempotency-key auto`, where several jobs send the same content. It adds to what the ' +
      'CI system provides: the node or parallel index of GitLab, Buildkite, CircleCI and Bitbucket, the job of Azure, the ' +
      'stage of Jenkins, and on GitHub the operating system and architecture of the runner. GitHub does not provide the ' +
      'values of a matrix, so set them in the workflow: `env: { ESIGN_RUN_PART: "${{ matrix.branch }}" }`. A part that ' +
      'runs again has the same keys.',
  },
  {
    name: 'ESIGN_JOURNAL_DAYS',
    meaning:
      'How many days this machine keeps recorded requests, their idempotency keys and their envelopes: 1 to 3650. ' +
      'Default: 730. Requests with an unknown outcome are kept longer, but their bodies are deleted after 30 days.',
  },
  {
    name: 'ESIGN_SHARED',
    meaning:
      'If set, the profile `local` is the emulator of the machine in every folder, as with --shared, and never that of ' +
      'a project.',
  },
  { name: 'ESIGN_CA_FILE', meaning: 'A PEM file of additional certificate authorities to trust.' },
  {
    name: 'HTTP_PROXY, HTTPS_PROXY, NO_PROXY',
    meaning:
      'Proxies, in upper or lower case; http:// may be omitted. NO_PROXY takes host names with their subdomains, IP ' +
      'addresses and networks such as 10.0.0.0/8. Addresses on this machine are never reached through a proxy.',
  },
  {
    name: 'ESIGN_EMULATOR_URL, ESIGN_EMULATOR_TOKEN, ESIGN_INBOX_URL',
    meaning:
      'Set by `esign emulator exec` for its command: the URL of the emulator’s own routes, the Bearer token for these routes, and the URL of the captured mail. The token also proves that the address is an emulator, so that commands do not ask for confirmation unless it was started with --ask.',
  },
  {
    name: 'ESIGN_LISTEN_SERVICE',
    meaning:
      'Set by `esign listen --expect` for its command: the base URL of the service. ESIGN_BASE_URL is then an address on ' +
      'this machine that forwards to it.',
  },
  {
    name: 'ESIGN_LISTEN_NOTES',
    meaning:
      'Set by `esign listen --expect` for its command: the URL to which `esign` reports the envelopes that it creates, ' +
      'sends or voids. It is a secret while the command runs.',
  },
  { name: 'ESIGN_TUNNEL', meaning: 'The tunnel of `esign listen`, if --tunnel is not given.' },
  {
    name: 'TUNNEL_TOKEN, NGROK_AUTHTOKEN, NGROK_CONFIG',
    meaning: 'Credentials of cloudflared and ngrok, passed on to the tunnel program that is started.',
  },
  {
    name: 'XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME, XDG_CACHE_HOME',
    meaning:
      'The folders for settings, state, completion scripts, and caches: the compile cache and the unpacked files of the ' +
      'single-file executable.',
  },
  {
    name: 'SHELL, ZDOTDIR, BASH_COMPLETION_USER_DIR',
    meaning: 'The shell that `esign completion install` sets up, and its folders.',
  },
  {
    name: 'TERM_PROGRAM, LC_TERMINAL, KITTY_WINDOW_ID, TMUX, COLORTERM',
    meaning: 'How the terminal shows pages as pictures.',
  },
  { name: 'NO_COLOR', meaning: 'Turns color off if set.' },
  {
    name: 'CLICOLOR, CLICOLOR_FORCE',
    meaning: 'CLICOLOR=0 turns color off. CLICOLOR_FORCE=1 turns it on in a pipe too.',
  },
  { name: 'TERM', meaning: 'Turns color, the spinner and full screens off if it is dumb.' },
  { name: 'TZ', meaning: 'The time zone of times on a terminal. JSON always contains UTC.' },
];
