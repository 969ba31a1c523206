/**
 * How often a test does what it does: a few times as a rule, so that the suite stays under five minutes on two cores,
 * and with ESIGN_FULL=1 as often as it takes to be sure.
 */
export const times = <T>(usual: T, full: T): T => (process.env['ESIGN_FULL'] === '1' ? full : usual);
