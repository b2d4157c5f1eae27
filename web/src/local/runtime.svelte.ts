/** Whether the engine of a page without a server is there yet. */

class Runtime {
  state = $state<'idle' | 'loading' | 'ready' | 'failed'>('idle');
}

export const runtime = new Runtime();
