// What tests of the settings do: read them and save them with one change, in a store that is started later.
import type { AnswerFor, CallFor } from '../../contract/index.ts';
import type { TestStore } from './store.ts';

type Saved = AnswerFor<'GET /api/admin/store-settings'>;
export type SettingsInput = CallFor<'PUT /api/admin/store-settings'>['body']['settings'];

export function settingsSteps(storeOf: () => TestStore) {
  const read = (of = storeOf()) => of.admin.call('GET /api/admin/store-settings', {});
  return {
    read,
    inputOf: settingsInputOf,
    save: async (change: (input: SettingsInput) => void, of = storeOf()) => {
      const before = await read(of);
      const settings = settingsInputOf(before);
      change(settings);
      const body = { version: before.version, confirm: true, settings };
      return of.admin.ask('PUT /api/admin/store-settings', { body });
    },
  };
}

/** What was read, as a save sends it. */
export function settingsInputOf({ settings }: Saved): SettingsInput {
  const claims = Object.entries(settings.claims).map(([name, { text, shown, confirmed_at }]) => [
    name,
    { text, shown, confirmed: confirmed_at !== null },
  ]);
  return { ...structuredClone(settings), claims: Object.fromEntries(claims) };
}
