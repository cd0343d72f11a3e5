// The tags of a customer: each can be removed, and another added.
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { longestTag, mostTags } from '../../../contract/list-limits.ts';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useAdmin } from '../admin-context.tsx';
import { useAllowed } from '../allowed.tsx';
import { useKeptState } from '../kept-state.ts';
import { RunButton } from '../kit/run-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { apiQuery, renewCalls } from '../kit/use-api.ts';
import { customerCalls } from '../live-calls.ts';
import { Panel } from '../panel.tsx';
import { Refusal } from '../refusal.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';

export function TagsPanel({ email, tags }: { email: string; tags: readonly string[] }) {
  const { customerPage: texts } = usePageTexts();
  const [typed, setTyped] = useKeptState(`tag of ${email}`, '');
  const { api } = useAdmin();
  const queries = useQueryClient();
  const wanted = typed.trim();
  const set = useAct('PUT /api/admin/customers/{email}/tags', {
    onDone: (answer, { params, body }) => {
      const { queryKey } = apiQuery(api, 'GET /api/admin/customers/{email}', { params });
      queries.setQueryData(queryKey, (known) => known && { ...known, tags: answer?.tags ?? body.tags });
      if (body.tags.includes(wanted)) setTyped('');
      // The tags are shown already: another one can be added while the customer is read again.
      void renewCalls(queries, customerCalls);
    },
  });
  const change = (next: string[]) => set.run({ params: { email }, body: { tags: next } });
  const mayChange = useAllowed()('setCustomerTags');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (wanted !== '') change([...tags, wanted]);
  }

  return (
    <Panel title={texts.tags}>
      {tags.length === 0 ? <p className="text-sm text-muted">{texts.noTags}</p> : null}
      <ul aria-label={texts.tags} className="flex flex-wrap gap-1.5 empty:hidden">
        {tags.map((tag) => (
          <li
            key={tag}
            className="inline-flex items-center gap-1 rounded-full bg-grey-soft py-0.5 pr-1 pl-2.5 text-sm font-semibold text-grey-ink"
          >
            <bdi className="pr-1.5 break-all">{tag}</bdi>
            {mayChange ? (
              <button
                type="button"
                aria-label={texts.removeTag(tag)}
                disabled={set.isPending}
                onClick={() => change(tags.filter((other) => other !== tag))}
                className="-ml-1 rounded-full p-1 hover:bg-surface pointer-coarse:p-2"
              >
                <Icon name="close" className="size-3" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayChange && tags.length < mostTags ? (
        <form onSubmit={submit} className="mt-3">
          <Field
            label={texts.newTag}
            labelHidden
            placeholder={texts.newTag}
            name="tag"
            autoComplete="off"
            maxLength={longestTag}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className="py-1.5! text-sm"
            action={
              <RunButton type="submit" act={set} disabled={wanted === ''}>
                {texts.addTag}
              </RunButton>
            }
          />
        </form>
      ) : null}
      <Refusal>{set.failure}</Refusal>
    </Panel>
  );
}
