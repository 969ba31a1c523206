/** How often a test does what it does: a few times as a rule, and with ESIGN_FULL=1 as often as it takes to be sure. */
export const times = <T>(usual: T, full: T): T => (process.env['ESIGN_FULL'] === '1' ? full : usual);
