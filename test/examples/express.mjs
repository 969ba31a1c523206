// An Express app that receives webhooks. Run it: WEBHOOK_SECRET=… node express.mjs
import { DeliveryRefused, verifyDelivery } from '@esign-cli/esign/webhook';
import express from 'express';
import { actedIds, take } from './inbox.mjs';

const { WEBHOOK_SECRET: secret, PREVIOUS_WEBHOOK_SECRET: previousSecret, PORT = '0', TEST_BUILD } = process.env;
const app = express();

// The raw bytes: no other parser may come before this route.
const raw = express.raw({ type: () => true, limit: '1mb', inflate: false });

app.post('/hooks', raw, (request, response) => {
  const event = verifyDelivery({
    signature: request.headers['service-signature'],
    body: request.body ?? '',
    secret,
    previousSecret,
  });
  if (TEST_BUILD && request.get('x-fail')) throw new Error('the database is down');
  take(event);
  response.sendStatus(204);
});

// Says what was wrong to nobody but the log.
app.use('/hooks', (error, _request, response, next) => {
  if (error instanceof DeliveryRefused) response.sendStatus(401);
  else next(error);
});

if (TEST_BUILD) app.get('/acted', (_request, response) => response.json(actedIds()));

const server = app.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
