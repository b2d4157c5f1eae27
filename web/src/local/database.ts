/** The tables of a page without a server, as rows in IndexedDB. A row is added once and never changed. */

const NAME = 'inkrail-tables';
const TABLES = 'tables';
const ROWS = 'rows';

interface StoredTable {
  id: string;
  created: number;
  spec: string;
}

interface StoredRow {
  table: string;
  number: number;
  at: number;
  text: string;
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(TABLES, { keyPath: 'id' });
      request.result.createObjectStore(ROWS, { keyPath: ['table', 'number'] });
    };
    request.onsuccess = () => {
      request.result.onversionchange = request.result.onclose = () => {
        request.result.close();
        opened = null;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  }).catch((problem: unknown) => {
    opened = null;
    throw problem;
  });
  return opened;
}

/** What became of a row: `taken` if another page has stored one with its number. */
type Outcome = 'stored' | 'taken' | 'full' | 'failed';

function outcomeOf(problem: unknown): Outcome {
  const name = problem instanceof DOMException ? problem.name : '';
  if (name === 'ConstraintError') return 'taken';
  return name === 'QuotaExceededError' ? 'full' : 'failed';
}

/** What the engine calls; texts go in and out. */
export const database = {
  /** Python takes undefined for None, but not null. */
  async table(id: string): Promise<string | undefined> {
    const store = (await open()).transaction(TABLES).objectStore(TABLES);
    const table = await answer(store.get(id) as IDBRequest<StoredTable | undefined>);
    return table ? JSON.stringify({ created: table.created, spec: table.spec }) : undefined;
  },

  async rows(id: string, after: number, limit: number): Promise<string> {
    const store = (await open()).transaction(ROWS).objectStore(ROWS);
    const range = IDBKeyRange.bound([id, after], [id, Infinity], true);
    const rows = await answer(store.getAll(range, limit) as IDBRequest<StoredRow[]>);
    return JSON.stringify(rows.map(({ number, at, text }) => ({ number, at, text })));
  },

  /** The row, and with the first the table itself, are on the disk when it is `stored`; otherwise nothing changed. */
  async append(
    id: string,
    number: number,
    at: number,
    text: string,
    spec: string | null | undefined,
  ): Promise<Outcome> {
    try {
      const transaction = (await open()).transaction([TABLES, ROWS], 'readwrite', { durability: 'strict' });
      const ended = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
      });
      if (spec) transaction.objectStore(TABLES).add({ id, created: at, spec } satisfies StoredTable);
      transaction.objectStore(ROWS).add({ table: id, number, at, text } satisfies StoredRow);
      await ended;
      return 'stored';
    } catch (problem) {
      return outcomeOf(problem);
    }
  },
};

/** Remove these tables, or all of them, with their rows. */
export async function forgetTables(ids?: readonly string[]): Promise<void> {
  const transaction = (await open()).transaction([TABLES, ROWS], 'readwrite');
  const tables = transaction.objectStore(TABLES);
  const rows = transaction.objectStore(ROWS);
  if (!ids) {
    tables.clear();
    rows.clear();
  }
  for (const id of ids ?? []) {
    tables.delete(id);
    rows.delete(IDBKeyRange.bound([id, 0], [id, Infinity]));
  }
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
  });
}
