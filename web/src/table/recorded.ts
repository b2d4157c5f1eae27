/** Views that a real server sent, for tests; `tools/page_views.py` records them. */

import type { View } from '../generated/wire';
import views from '../generated/views.json';

export function recorded(name: keyof typeof views): View {
  return structuredClone(views[name]) as unknown as View;
}
