// Loaded into each measured process: answers its CPU time, memory and bytes written, which only it knows exactly, and
// writes what its heap holds to a file.
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { writeHeapSnapshot } = require('node:v8');

process.on('message', (message) => {
  if (message === 'heap')
    process.send({ heap: writeHeapSnapshot(join(tmpdir(), `esign-${process.pid}.heapsnapshot`)) });
  if (message !== 'meter') return;
  const { user, system } = process.cpuUsage();
  const { fsWrite } = process.resourceUsage();
  process.send({ meter: { cpu: user + system, written: fsWrite * 512, memory: process.memoryUsage.rss() } });
});
// What is measured ends with the run that started it, however that ends.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
