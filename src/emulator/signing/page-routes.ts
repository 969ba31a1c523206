import type { PageRoute } from '../http/page-route.js';
import { downloadRoute } from './download-link.js';
import { embeddedRoutes } from './embedded-page.js';
import { mailedRoutes } from './mailed-page.js';
import { sharedRoutes } from './page-files.js';

/** All pages for browsers: signing and downloads. */
export const pageRoutes: readonly PageRoute[] = [...mailedRoutes, ...embeddedRoutes, downloadRoute, ...sharedRoutes];
