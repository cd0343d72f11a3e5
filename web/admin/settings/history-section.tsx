// The change history of the settings: admin, time and changes.
import type { ReactNode } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { OlderButton } from '../kit/older-button.tsx';
import { RunButton } from '../kit/run-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApiList } from '../kit/use-api-list.ts';
import { usePageTexts, useSetupTexts } from '../texts/shown-texts.ts';
import { ChangeList } from './change-list.tsx';
import { changesOf, restoredDraft } from './settings-draft.ts';
import type { SettingsForm } from './settings-form.ts';
import { SettingsPanel } from './settings-panel.tsx';

type SettingsStep = AnswerFor<'GET /api/admin/store-settings/history'>[number];

export function HistorySection({ form, locked }: { form: SettingsForm; locked: boolean }) {
  const { history: texts } = useSetupTexts();
  const { query, rows } = useApiList('GET /api/admin/store-settings/history', { query: { limit: 10 } });
  const nowMs = useNow();
  return (
    <SettingsPanel id="history">
      <Loaded query={query} failed={texts.failed} skeleton="my-2 h-16 w-full">
        {() => (
          <ol className="divide-y divide-hairline">
            {rows.map((step) => (
              <Step key={step.version} step={step} nowMs={nowMs}>
                {locked || step.version === form.saved.version ? null : <Restore version={step.version} form={form} />}
              </Step>
            ))}
          </ol>
        )}
      </Loaded>
      <OlderButton query={query}>{texts.older}</OlderButton>
    </SettingsPanel>
  );
}

function Step({ step, nowMs, children }: { step: SettingsStep; nowMs: number; children: ReactNode }) {
  const { history: texts } = useSetupTexts();
  const { version, changed_at, changed_by, changes } = step;
  return (
    <li className="grid gap-x-6 gap-y-1.5 py-3 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <p className="min-w-0 text-sm text-muted">
        <span className="block truncate font-medium text-ink" title={changed_by ?? undefined}>
          {changed_by ?? texts.theStore}
        </span>
        <RelativeTime at={changed_at} nowMs={nowMs} />
        <span>{texts.version(version)}</span>
        {children ? <span className="mt-1.5 flex">{children}</span> : null}
      </p>
      {changes.length > 0 ? <ChangeList changes={changes} /> : <p className="text-sm">{texts.first}</p>}
    </li>
  );
}

/**
 * Undoes the last change, or a change of prices only, at once. Loads any other version into the draft, whose review shows the
 * differences before a save.
 */
function Restore({ version, form }: { version: number; form: SettingsForm }) {
  const toast = useToast();
  const { settingsPages: texts } = usePageTexts();
  const restore = useAct(
    (api, _: null) => api.call('GET /api/admin/store-settings/versions/{version}', { params: { version } }),
    {
      onDone: (older) => {
        if (!older) return;
        const review = () => {
          form.restore(older.settings);
          toast({ title: texts.restored(version), tone: 'success' });
        };
        const { saved } = form;
        const changes = changesOf(saved.settings, restoredDraft(older.settings, saved.settings));
        const hasOnlyPriceChanges = changes.every(({ field }) =>
          /^prices\.|\.(unit_price_micros|own_price|rounding)$|^offers\..*\.tiers$/.test(field),
        );
        if (hasOnlyPriceChanges || version === saved.version - 1) form.restoreNow(older, review);
        else review();
      },
      failed: texts.restoreFailed,
    },
  );
  return (
    <RunButton act={restore} aria-label={texts.restoreLabel(version)} onClick={() => restore.run(null)}>
      {texts.restore}
    </RunButton>
  );
}
