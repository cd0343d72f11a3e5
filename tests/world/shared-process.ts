// A store in a process of its own, on a database of the server that all tests of a run share: it starts in half the time of
// one that brings its server along.
import { databaseForProcess } from './database.ts';
import { type StoreProcess, startProcess } from './process.ts';

export async function startOnSharedServer(env: Record<string, string> = {}): Promise<StoreProcess> {
  const database = await databaseForProcess();
  const store = await startProcess({ env: { ...env, DATABASE_URL: database.url } }).catch(async (error: unknown) => {
    await database.drop();
    throw error;
  });
  return {
    ...store,
    close: async () => {
      await store.close();
      await database.drop();
    },
  };
}
