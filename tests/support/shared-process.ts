// Starts a store process on a new database of the server that all tests of a run share. It starts in half the time of one
// with its own bundled server.
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
