/** Where the service is, and the key for it. */
export const service = { url: '', key: '' };

/** What the generated functions ask with: the generator leaves the address, the key and documents to it. */
export const serviceFetch = async <T>(path: string, options: RequestInit): Promise<T> => {
  const headers = new Headers(options.headers);
  headers.set('Authorization', `Bearer ${service.key}`);
  const answer = await fetch(`${service.url}${path}`, { ...options, headers });
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  const data: unknown = isJson ? await answer.json() : await answer.blob();
  return { data, status: answer.status, headers: answer.headers } as T;
};
