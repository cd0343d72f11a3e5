// The state of the settings form: saved version, draft, validation problems, and the save.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import type { PackageChange } from '../../../contract/price-change.ts';
import { settingsProblems } from '../../../contract/settings-rules.ts';
import type { SettingsChange } from '../../../contract/store-settings.ts';
import { type TextCatalogue, textProblems } from '../../../contract/text-settings.ts';
import { ApiError } from '../../api.ts';
import { useAdmin } from '../admin-context.tsx';
import { keptKey } from '../kept-state.ts';
import { type Act, useAct } from '../kit/use-act.ts';
import { apiQuery } from '../kit/use-api.ts';
import { settingsCalls } from '../live-calls.ts';
import { queryFailure } from '../query-client.ts';
import { shownMessage, shownSetupTexts, usePageTexts } from '../texts/shown-texts.ts';
import { changesOf, type Draft, draftOf, draftOnTop, inputOf, offersOf, restoredDraft } from './settings-draft.ts';

const answers = 'GET /api/admin/store-settings';
export type SavedSettings = AnswerFor<typeof answers>;

export type SettingsForm = {
  saved: SavedSettings;
  draft: Draft;
  /** Applies a change to a copy of the draft. */
  edit: (change: (draft: Draft) => void) => void;
  discard: () => void;
  /** Puts the settings of an older version into the draft. */
  restore: (older: SavedSettings['settings']) => void;
  /** Saves the settings of an older version at once. `onPriceQuestion` runs when its prices need a confirmation. */
  restoreNow: (older: SavedSettings, onPriceQuestion: () => void) => void;
  changes: SettingsChange[];
  /** The error message of the value at a path, or null. */
  problemAt: (field: string) => string | null;
  /** The path of the first invalid value. */
  firstProblem: string | null;
  /** Saves the draft. `confirm`: also a large change of prices. */
  save: Act<Save, SavedSettings>;
};

type Save = { confirm: boolean; onSaved: () => void };

/** The draft and the version that it is based on. */
type Edited = { saved: SavedSettings; draft: Draft };

/** `onPriceQuestion` runs when prices need a confirmation. */
type Undo = { now: SavedSettings; older: SavedSettings; onPriceQuestion?: () => void };

const draftKey = [...keptKey, 'settings draft'] as const;

/** `answered`: the last response of the store. The draft survives a save by another admin. */
export function useSettingsForm(answered: SavedSettings): SettingsForm {
  const queries = useQueryClient();
  const [{ saved, draft }, setState] = useState<Edited>(
    () => queries.getQueryData<Edited>(draftKey) ?? { saved: answered, draft: draftOf(answered.settings) },
  );
  const { api } = useAdmin();
  const { settingsPages: texts } = usePageTexts();

  useEffect(() => {
    setState((before) => {
      if (answered.version <= before.saved.version) return before;
      const [base, theirs] = [draftOf(before.saved.settings), draftOf(answered.settings)];
      return { saved: answered, draft: draftOnTop(before.draft, base, theirs) };
    });
  }, [answered]);

  // What was edited since stays: the effect above puts it on top.
  const undo = useRestore();

  // 409: another admin saved first. The form continues from the newer version, which the failure reads.
  const save = useAct<Save, SavedSettings>(
    (api, { confirm }) =>
      api.call('PUT /api/admin/store-settings', {
        body: { version: saved.version, confirm, settings: inputOf(draft) },
      }),
    {
      answers,
      renews: settingsCalls,
      onDone: (now, { onSaved }) => {
        if (now) setState({ saved: now, draft: draftOf(now.settings) });
        onSaved();
      },
      done: (now) => {
        const { saved: title, savedHelp: description } = shownSetupTexts().settingsPage;
        const act = { label: texts.undo, run: () => undo.run({ now: now ?? saved, older: saved }) };
        return { title, description, act };
      },
    },
  );

  const input = inputOf(draft);
  const problems = [
    ...settingsProblems(input, offersOf(saved.settings)),
    // Texts are edited only after their list has loaded.
    ...textProblems(
      input.texts ?? saved.settings.texts,
      saved.settings.texts,
      queries.getQueryData<TextCatalogue>(apiQuery(api, 'GET /api/admin/texts', {}).queryKey),
    ),
  ];
  const changes = changesOf(saved.settings, draft);
  useLeaveWarning(changes.length > 0);
  // Keeps the draft during navigation within the admin. Sign-out deletes it, the end of a session does not.
  useEffect(() => {
    queries.setQueryData<Edited>(draftKey, { saved, draft });
  }, [queries, saved, draft]);

  return {
    saved,
    draft,
    changes,
    edit: (change) =>
      setState((before) => {
        const copy = structuredClone(before.draft);
        change(copy);
        return { ...before, draft: copy };
      }),
    discard: () => setState({ saved, draft: draftOf(saved.settings) }),
    restore: (older) => setState({ saved, draft: restoredDraft(older, saved.settings) }),
    restoreNow: (older, onPriceQuestion) => undo.run({ now: saved, older, onPriceQuestion }),
    problemAt: (field) => {
      const found = problems.find((problem) => problem.field === field);
      return found ? shownMessage(found) : null;
    },
    firstProblem: problems[0]?.field ?? null,
    save,
  };
}

/** Saves the settings of an older version on top of those of now. */
export function useRestore() {
  const { settingsPages: texts } = usePageTexts();
  return useAct<Undo, SavedSettings>(
    (api, { now, older }) => {
      const settings = inputOf(restoredDraft(older.settings, now.settings));
      return api.call('PUT /api/admin/store-settings', {
        body: { version: now.version, restores: older.version, settings },
      });
    },
    {
      answers,
      renews: settingsCalls,
      done: { title: texts.undone },
      failed: (error, { onPriceQuestion }) => {
        if (!onPriceQuestion || !readPriceQuestion(error)) {
          return { title: texts.notUndone, description: queryFailure(error) };
        }
        onPriceQuestion();
        return null;
      },
    },
  );
}

/** The packages that the store returns before it saves a large change of a price. */
export function readPriceQuestion(error: unknown): PackageChange[] | null {
  if (!(error instanceof ApiError) || error.body.code !== 'price_change_large') return null;
  return error.body.packages as PackageChange[];
}

/** Enables the browser's confirmation before a page with unsaved changes closes. */
function useLeaveWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
