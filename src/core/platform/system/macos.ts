import { posix } from './posix.js';
import type { System } from './system.js';

export const macos: System = {
  ...posix,
  opener: ['open'],
  officeFolders: ['/Applications/LibreOffice.app/Contents/MacOS'],
  // The name of the host changes with the network; this one changes when the machine starts.
  machine: {
    file: '/usr/sbin/sysctl',
    args: ['-n', 'kern.bootsessionuuid'],
    read: (output) => /^[0-9A-F-]{36}$/i.exec(output.trim())?.[0] ?? null,
  },
};
