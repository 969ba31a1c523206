import type { ExitRule } from '../explain-exit.js';

/** Errors of the ngrok service by code; the codes are in the agent's output and in the SDK's errors. */
export const ngrokRules: readonly ExitRule[] = [
  {
    line: /ERR_NGROK_(105|106|107|109|4018|120|121|123)\b/,
    reason: 'auth',
    hint: 'Set the token of your account with `ngrok config add-authtoken TOKEN`.',
  },
  {
    line: /ERR_NGROK_(108)\b/,
    reason: 'auth',
    hint: 'Stop the other ngrok agent of this account, or upgrade the plan.',
  },
  {
    line: /ERR_NGROK_334\b|endpoint .{0,200} is already online/,
    reason: 'port-taken',
    hint: 'Stop the other agent that serves this URL.',
  },
  { line: /ERR_NGROK_(314|319|320|321|326)\b/, reason: 'auth', hint: 'Use a domain of your own ngrok account.' },
  {
    line: /ERR_NGROK_(725|727|734|738)\b|exceeded .{0,200}(limit|bandwidth)|rate limit/i,
    reason: 'rate-limited',
    hint: 'Wait, or upgrade the plan of the ngrok account.',
  },
  { line: /authentication failed|failed to auth|insufficient permissions/i, reason: 'auth' },
  {
    line: /failed to (reconnect|connect) session|failed to establish tcp connection|no such host|i\/o timeout|connection refused|network is unreachable/i,
    reason: 'network',
  },
  { line: /unknown flag|unknown command|ERR_NGROK_(8001|8004)\b/, reason: 'crash', retryable: false },
];
