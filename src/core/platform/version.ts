/** The name of the package; a house test keeps it equal to the one in package.json, and every text that names it. */
export const packageName = '@esign-cli/esign';

/** The version of the program; a house test keeps it equal to the one in package.json. */
export const version = '1.0.0';

/** The day of that version, for the manual pages. */
export const released = '2026-11-30';

/** How a listener ends its User-Agent: an emulator tells its reads from those of an app. */
export const listenerMark = '(listener)';

/** The end of the URL of every endpoint of a listener: `/esl/<machine>/<token>`. */
export const listenerPath = /\/esl\/([a-z0-9]{8})\/([a-z0-9]{32})$/;
