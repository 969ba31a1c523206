import { app } from './app.mjs';

const port = process.env.PORT ?? 3000;
app.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}`));
