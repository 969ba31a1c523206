/**
 * One name for the hosts of this machine: a user who types `localhost` means the service at `127.0.0.1`, and what is
 * remembered of it under one of these names holds for all. The port stays.
 */
export const oneHost = (host: string): string => host.replace(/^(?:localhost|\[::1\])(?=:|$)/i, '127.0.0.1');

/**
 * The host and port of a service, as records of this machine tell it. Throws TypeError for anything that is not an
 * address.
 */
export const serviceHost = (address: string | URL): string => oneHost(new URL(address).host);

/** A base address with that host. Throws TypeError for anything that is not an address. */
export function serviceAddress(address: string): string {
  const url = new URL(address);
  url.hostname = oneHost(url.hostname);
  return url.href.replace(/(?<!\/)\/+$/, '');
}
