/** The token of the emulator, for this tab only: never in an address, a cookie or a log. */

const name = 'esign-emulator-token';

/**
 * The token that this tab has, or the one that the single-use code in the fragment stands for. Null without either.
 */
export async function openSession(window: Window): Promise<string | null> {
  const code = /^#code=([\w-]+)$/.exec(window.location.hash)?.[1];
  if (code === undefined) return window.sessionStorage.getItem(name);
  // Neither the history nor a reload has the code.
  window.history.replaceState(null, '', '/');
  const answer = await fetch('/_emulator/dashboard/sessions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  if (!answer.ok) return window.sessionStorage.getItem(name);
  const { token } = (await answer.json()) as { readonly token: string };
  window.sessionStorage.setItem(name, token);
  return token;
}

/** After the emulator no longer accepts the token. */
export const endSession = (window: Window): void => window.sessionStorage.removeItem(name);
