/**
 * Where the project is published: the https URL of its repository, such as `https://github.com/OWNER/esign`. It is not
 * known yet, and ESIGN_PUBLIC_ADDRESS stands in for it. All that is published takes it from here; no release is made while
 * it is null.
 */
export const publicAddress = process.env.ESIGN_PUBLIC_ADDRESS ?? null;
