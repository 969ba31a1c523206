import type { PageRoute } from '../http/page-route.js';
import { downloadRoutes } from './download-link.js';
import { embeddedRoutes } from './embedded-page.js';
import { mailedRoutes } from './mailed-page.js';
import { sharedRoutes } from './page-files.js';

/** Every page that a browser opens at the emulator: signing and downloads. */
export const pageRoutes: readonly PageRoute[] = [
  ...mailedRoutes,
  ...embeddedRoutes,
  ...downloadRoutes,
  ...sharedRoutes,
];
