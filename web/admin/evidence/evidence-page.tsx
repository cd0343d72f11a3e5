// The page with the evidence of an order: what to do with it, its language, and the document to print.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import {
  type AdminLanguage,
  adminLanguages,
  defaultAdminLanguage,
  isAdminLanguage,
} from '../../../contract/admin-languages.ts';
import { languageTags } from '../../../contract/languages.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useApi } from '../kit/use-api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { OrderNotFound } from '../order-detail/order-not-found.tsx';
import { orderPath } from '../paths.ts';
import { usePageTitle } from '../shell.tsx';
import { loadEvidenceTexts } from '../texts/evidence-texts.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { textSetNames } from '../texts/text-sets.ts';
import { Waiting } from '../waiting.tsx';
import { EvidenceDocument } from './evidence-document.tsx';

const languageName = 'language';

export default function EvidencePage({ id }: { id: string }) {
  const { orderPage } = usePageTexts();
  const [params] = useSearchParams();
  const chosen = params.get(languageName);
  // An acquirer reads English, whatever the admin's own language.
  const language = isAdminLanguage(chosen) ? chosen : defaultAdminLanguage;
  const evidence = useApi('GET /api/admin/orders/{id}/evidence', { params: { id } });
  // The texts of the language before stay until these are loaded.
  const texts = useQuery({
    queryKey: ['evidence texts', language],
    queryFn: () => loadEvidenceTexts(language),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  // The name of the saved file.
  usePageTitle(texts.data?.own.title(id) ?? orderPage.title(id));

  if (evidence.error instanceof ApiError && evidence.error.status === 404) return <OrderNotFound />;
  return (
    <>
      <div className="print:hidden">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Link
            href={orderPath(id)}
            className="inline-flex min-h-8 items-center gap-1.5 text-sm font-semibold text-muted hover:text-ink pointer-coarse:min-h-11"
          >
            <Icon name="arrowLeft" />
            <span>{orderPage.title(id)}</span>
          </Link>
          <span className="ml-auto" />
          <LanguageSwitch current={language} />
          <Button size="sm" variant="ink" disabled={!evidence.data || !texts.data} onClick={() => window.print()}>
            {orderPage.printEvidence}
          </Button>
        </div>
        <p className="mt-2 mb-4 max-w-prose text-sm text-muted">{orderPage.evidenceHelp}</p>
      </div>
      {evidence.isError ? (
        <LoadFailure title={orderPage.evidenceFailed} error={evidence.error} onRetry={() => void evidence.refetch()} />
      ) : null}
      {texts.isError ? (
        <LoadFailure title={orderPage.evidenceFailed} error={texts.error} onRetry={() => void texts.refetch()} />
      ) : null}
      {evidence.isPending || texts.isPending ? <Waiting /> : null}
      {evidence.data && texts.data ? (
        <EvidenceDocument evidence={evidence.data} language={language} texts={texts.data} />
      ) : null}
    </>
  );
}

function LanguageSwitch({ current }: { current: AdminLanguage }) {
  const { orderPage } = usePageTexts();
  const [, setParams] = useSearchParams();
  return (
    <fieldset aria-label={orderPage.evidenceLanguage} className="flex gap-1">
      {adminLanguages.map((language) => (
        <Button
          key={language}
          size="sm"
          variant={language === current ? 'plain' : 'quiet'}
          aria-pressed={language === current}
          lang={languageTags[language]}
          onClick={() => setParams({ [languageName]: language }, { replace: true })}
        >
          {textSetNames[language]}
        </Button>
      ))}
    </fieldset>
  );
}
