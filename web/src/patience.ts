/** What waits in a test for the page to change waits long enough for a busy machine: no test measures time. */

import { configure } from '@testing-library/svelte';

export const PATIENCE = { timeout: 30_000 };

configure({ asyncUtilTimeout: PATIENCE.timeout });
