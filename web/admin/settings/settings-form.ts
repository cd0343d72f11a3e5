// The state of the settings form: saved version, draft, validation problems, and the save.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PackageChange } from '../../../contract/price-change.ts';
import { settingsProblems } from '../../../contract/settings-rules.ts';
import type { SettingsChange } from '../../../contract/store-settings.ts';
import { type TextCatalogue, textProblems } from '../../../contract/text-settings.ts';
import { ApiError } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { queryFailure } from '../query-client.ts';
import { needsPassword } from '../sign-in/step-up.tsx';
import { timeZoneKey } from '../store-zone.tsx';
import { shownMessage, shownSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { changesOf, type Draft, draftOf, draftOnTop, inputOf } from './settings-draft.ts';
import { type SavedSettings, settingsKeys } from './settings-queries.ts';
import { textsKey } from './texts/text-queries.ts';

export type SettingsForm = {
  saved: SavedSettings;
  draft: Draft;
  /** Applies a change to a copy of the draft. */
  edit: (change: (draft: Draft) => void) => void;
  discard: () => void;
  /** Puts the settings of an older version into the draft. */
  restore: (older: SavedSettings['settings']) => void;
  /** Saves the settings of an older version at once. `onPriceQuestion`: the store asks about its prices first. */
  restoreNow: (older: SavedSettings['settings'], onPriceQuestion: () => void) => void;
  changes: SettingsChange[];
  /** The error message of the value at a path, or null. */
  problemAt: (field: string) => string | null;
  /** The path of the first invalid value. */
  firstProblem: string | null;
  save: {
    run: (onSaved: () => void) => void;
    isPending: boolean;
    error: unknown;
    /** What the store asks the admin to confirm: the next run does so. */
    priceQuestion: PackageChange[] | null;
    reset: () => void;
  };
};

/** The draft and the version that it is based on. */
type Edited = { saved: SavedSettings; draft: Draft };

const draftKey = ['settings draft'] as const;

/** `answered`: the last response of the store. The draft survives a save by another admin. */
export function useSettingsForm(answered: SavedSettings): SettingsForm {
  const queries = useQueryClient();
  const [{ saved, draft }, setState] = useState<Edited>(
    () => queries.getQueryData<Edited>(draftKey) ?? { saved: answered, draft: draftOf(answered.settings) },
  );
  const { api } = useAdmin();
  const toast = useToast();
  const { settingsPages: texts } = useTexts();

  useEffect(() => {
    setState((before) => {
      if (answered.version <= before.saved.version) return before;
      const [base, theirs] = [draftOf(before.saved.settings), draftOf(answered.settings)];
      return { saved: answered, draft: draftOnTop(before.draft, base, theirs) };
    });
  }, [answered]);

  // What was edited since stays: the effect above puts it on top.
  const undo = useMutation({
    mutationFn: ({ version, older }: { version: number; older: SavedSettings['settings'] }) =>
      api.call('PUT /api/admin/store-settings', { body: { version, settings: inputOf(draftOf(older)) } }),
    onSuccess: (now) => {
      queries.setQueryData(settingsKeys.saved, now);
      toast({ title: texts.undone, tone: 'success' });
      void queries.invalidateQueries({ queryKey: timeZoneKey });
      return queries.invalidateQueries({ queryKey: settingsKeys.all });
    },
    onError: (error) => {
      if (readPriceQuestion(error) || needsPassword(error)) return;
      toast({ title: texts.notUndone, description: queryFailure(error), tone: 'error' });
    },
  });

  const save = useMutation({
    mutationFn: (confirm: boolean) =>
      api.call('PUT /api/admin/store-settings', {
        body: { version: saved.version, confirm, settings: inputOf(draft) },
      }),
    onSuccess: (now) => {
      setState({ saved: now, draft: draftOf(now.settings) });
      queries.setQueryData(settingsKeys.saved, now);
      const { settingsPage } = shownSetupTexts();
      toast({
        title: settingsPage.saved,
        description: settingsPage.savedHelp,
        tone: 'success',
        act: { label: texts.undo, run: () => undo.mutate({ version: now.version, older: saved.settings }) },
      });
      void queries.invalidateQueries({ queryKey: timeZoneKey });
      return queries.invalidateQueries({ queryKey: settingsKeys.all });
    },
    // 409: another admin saved first. The form continues from the newer version.
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 409) return;
      return queries.invalidateQueries({ queryKey: settingsKeys.saved });
    },
  });

  const input = inputOf(draft);
  const problems = [
    ...settingsProblems(input),
    // Texts are edited only after their list has loaded.
    ...textProblems(
      input.texts ?? saved.settings.texts,
      saved.settings.texts,
      queries.getQueryData<TextCatalogue>(textsKey),
    ),
  ];
  const changes = changesOf(saved.settings, draft);
  const priceQuestion = readPriceQuestion(save.error);
  useLeaveWarning(changes.length > 0);
  // Keeps the draft during navigation within the admin. Sign-out deletes it.
  useEffect(() => {
    queries.setQueryDefaults(draftKey, { gcTime: Number.POSITIVE_INFINITY });
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
    restore: (older) => setState({ saved, draft: draftOf(older) }),
    restoreNow: (older, onPriceQuestion) =>
      undo.mutate(
        { version: saved.version, older },
        { onError: (error) => (readPriceQuestion(error) ? onPriceQuestion() : undefined) },
      ),
    problemAt: (field) => {
      const found = problems.find((problem) => problem.field === field);
      return found ? shownMessage(found) : null;
    },
    firstProblem: problems[0]?.field ?? null,
    save: {
      run: (onSaved) => save.mutate(priceQuestion !== null, { onSuccess: onSaved }),
      isPending: save.isPending,
      error: save.error,
      priceQuestion,
      reset: save.reset,
    },
  };
}

/** The packages that the store returns before it saves a large change of a price. */
function readPriceQuestion(error: unknown): PackageChange[] | null {
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
