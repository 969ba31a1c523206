// A Fastify app that receives webhooks. Run it: WEBHOOK_SECRET=… node fastify.mjs
import { DeliveryRefused, verifyDelivery } from '@esign-cli/esign/webhook';
import fastify from 'fastify';
import { actedIds, take } from './inbox.mjs';

const { WEBHOOK_SECRET: secret, PREVIOUS_WEBHOOK_SECRET: previousSecret, PORT = '0', TEST_BUILD } = process.env;
const app = fastify({ bodyLimit: 1024 * 1024 });

// A plugin of its own, so that only this route gets the raw bytes and every other one its parsers.
await app.register(async (hooks) => {
  hooks.removeAllContentTypeParsers();
  hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  hooks.post('/hooks', async (request, reply) => {
    const event = verifyDelivery({
      signature: request.headers['service-signature'],
      body: request.body ?? '',
      secret,
      previousSecret,
    });
    if (TEST_BUILD && request.headers['x-fail']) throw new Error('the database is down');
    take(event);
    return reply.code(204).send();
  });

  hooks.setErrorHandler((error, _request, reply) => {
    const refused = error instanceof DeliveryRefused;
    return reply.code(refused ? 401 : (error.statusCode ?? 500)).send();
  });
});

if (TEST_BUILD) app.get('/acted', () => actedIds());

console.log(await app.listen({ port: Number(PORT), host: '127.0.0.1' }));
