module.exports = {
  service: {
    input: './service.json',
    output: {
      target: './orval-client.ts',
      client: 'fetch',
      mode: 'single',
      override: { mutator: { path: './orval-fetch.ts', name: 'serviceFetch' } },
    },
  },
};
