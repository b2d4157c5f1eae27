/** Reactions and their signs, drawn by us: line drawings on a field of 24 by 24. */

import type { REACTIONS } from '../generated/wire';

export type Reaction = (typeof REACTIONS)[number];

const FACE = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z';
const EYES = 'M9 9.6v.6M15 9.6v.6';

export const SIGNS: Record<Reaction, string> = {
  wave: 'M8.5 13V7a1.4 1.4 0 0 1 2.8 0v4V5.6a1.4 1.4 0 0 1 2.8 0V11V7a1.4 1.4 0 0 1 2.8 0v7c0 4-2 7-5.6 7c-2.6 0-4-1.3-5.3-3.6l-1.9-3.4c-.7-1.4.9-2.5 1.9-1.3zM19.5 5c1 1 1.5 2.2 1.5 3.5M5 4C4 4.8 3.3 6 3 7.3',
  clap: 'M10.5 19.5c-2.5 2-6 .2-6-3.5l.5-4c.2-1.4 1.9-1.4 2 0l.2 1.4l3-4.8c.8-1.2 2.3-.3 1.7 1zM13.5 19.5c2.5 2 6 .2 6-3.5l-.5-4c-.2-1.4-1.9-1.4-2 0l-.2 1.4l-3-4.8c-.8-1.2-2.3-.3-1.7 1M12 2.5v3M7.5 3.5l1.2 2.5M16.5 3.5l-1.2 2.5',
  laugh: `${FACE}M7.8 10.2c.6-1 1.8-1 2.4 0M13.8 10.2c.6-1 1.8-1 2.4 0M7.5 13.5h9a4.5 4.5 0 0 1-9 0z`,
  wow: `${FACE}${EYES}M12 13.5a2 2.3 0 1 0 0 4.6a2 2.3 0 1 0 0-4.6z`,
  think: `${FACE}M9 8.6v.6M15 8.6v.6M9 15.5l5.5-1.2M13.5 6l3-.8`,
  hurry: 'M6.5 3h11M6.5 21h11M7.5 3c0 5 4.5 6.5 4.5 9s-4.5 4-4.5 9M16.5 3c0 5-4.5 6.5-4.5 9s4.5 4 4.5 9M10 18.5h4',
  sad: `${FACE}${EYES}M8.5 16.8c1.5-2.4 5.5-2.4 7 0M15.5 12.2c1 1.3 1 2.3 0 2.3s-1-1 0-2.3z`,
  well_done:
    'M7.5 3.5h9v6a4.5 4.5 0 0 1-9 0zM7.5 5h-3c0 3.5 1.3 5 3.3 5.3M16.5 5h3c0 3.5-1.3 5-3.3 5.3M12 14v3.5M8 20.5h8M9.5 20.5c0-2 1-3 2.5-3s2.5 1 2.5 3',
};
