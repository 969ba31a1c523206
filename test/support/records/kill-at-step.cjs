// Loaded before a program: kills it before the step with the number STEP of all that change the disk.
const promises = require('node:fs/promises');
const Database = require('libsql');

const wanted = Number(process.env.STEP);
let steps = 0;
const step = () => {
  steps += 1;
  if (steps === wanted) process.kill(process.pid, 'SIGKILL');
};
const wrap = (owner, name) => {
  const real = owner[name];
  owner[name] = function (...all) {
    step();
    return real.apply(this, all);
  };
};
for (const name of ['exec', 'pragma']) wrap(Database.prototype, name);
wrap(Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1')), 'run');
for (const name of ['open', 'mkdir', 'rename', 'rm', 'writeFile']) wrap(promises, name);
let isPatched = false;
const opened = promises.open;
promises.open = async (...all) => {
  const file = await opened(...all);
  if (!isPatched) {
    isPatched = true;
    const prototype = Object.getPrototypeOf(file);
    for (const name of ['write', 'writeFile', 'appendFile', 'datasync', 'sync', 'chmod']) wrap(prototype, name);
    wrap(prototype, 'close');
  }
  return file;
};
