/** Work that may fail, such as a request. */
import { problemText } from './opening';

export class Trying {
  /** Why the last work failed; empty if it did not. */
  problem = $state('');

  run = async (work: () => Promise<unknown>): Promise<void> => {
    this.problem = '';
    try {
      await work();
    } catch (error) {
      this.problem = problemText(error);
    }
  };
}
