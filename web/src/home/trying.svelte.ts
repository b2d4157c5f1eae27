/** Work that may fail, such as a request. */
import { problemText } from './opening';

export class Trying {
  /** Why the last work failed; empty if it did not. */
  problem = $state('');
  /** What is said once the last work is done. */
  done = $state('');

  run = async (work: () => Promise<unknown>, said = ''): Promise<void> => {
    this.done = this.problem = '';
    try {
      await work();
      this.done = said;
    } catch (error) {
      // Closing the system's dialog is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) this.problem = problemText(error);
    }
  };
}
