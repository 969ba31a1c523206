import { app } from './app.mjs';

const port = process.env.PORT ?? 3000;
app.listen(port, '127.0.0.1', (error) => {
  // Express 5 passes it here, for example when another program has the port.
  if (error) throw error;
  console.log(`http://127.0.0.1:${port}`);
});
