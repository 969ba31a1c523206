import { runProgram } from '../../../src/listen/tunnel/run-program.js';

// A program that runs another one as a tunnel and ends in the way that it is told: `node child.cjs <how>`.
const program = runProgram(
  { file: '/bin/sh', args: ['-c', 'sleep 600 & echo $!; wait'], env: { PATH: process.env['PATH'] } },
  { log: () => undefined, children: { started: () => undefined, ended: () => undefined } },
  (line) => {
    process.stdout.write(`${program.pid} ${line}\n`);
    if (process.argv[2] === 'exit') process.exit(3);
    if (process.argv[2] === 'throw') throw new Error('not caught');
  },
);
