import { posix } from './posix.js';
import type { System } from './system.js';

/** `/proc` answers first; `ps` is asked only where it is missing, as in some containers and on BSD. */
export const linux: System = {
  ...posix,
  opener: ['xdg-open'],
  officeFolders: [],
  machine: null,
};
