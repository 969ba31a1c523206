/**
 * Where the project is published: the https URL of its repository, such as `https://github.com/OWNER/esign`. It is not
 * known yet. The manifest, the SBOM and the packages take it from here, and no release is made while it is null.
 */
export const publicAddress = null;
