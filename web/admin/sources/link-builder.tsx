// Builds a link to a page of the shop with the tags of a campaign, to copy and as a QR code.
import { useState } from 'react';
import { pageLabel } from '../../../contract/page-labels.ts';
import { cleanSource, cleanTag } from '../../../contract/visit-source.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Chips } from '../chips.tsx';
import { CopyButton } from '../copy-button.tsx';
import { QrCode } from '../qr-code.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';

const pages = ['/', '/about', '/checkout'] as const;
const tagNames = ['source', 'medium', 'campaign', 'content'] as const;
type TagName = (typeof tagNames)[number];

export function LinkBuilder({ onClose }: { onClose: () => void }) {
  const { common, sources } = usePageTexts();
  const { builder } = sources;
  const [page, setPage] = useState<(typeof pages)[number]>('/');
  const [typed, setTyped] = useState<Record<TagName, string>>({ source: '', medium: '', campaign: '', content: '' });
  const tags = tagNames.flatMap((name) => {
    const value = (name === 'source' ? cleanSource : cleanTag)(typed[name]);
    return value === undefined ? [] : [[`utm_${name}`, value]];
  });
  const isReserved = cleanTag(typed.source) !== undefined && cleanSource(typed.source) === undefined;
  const isChanged = tagNames.some((name) => typed[name].trim() !== (cleanTag(typed[name]) ?? ''));
  const hasSource = cleanSource(typed.source) !== undefined;
  const link = `${location.origin}${page}?${new URLSearchParams(tags)}`;
  return (
    <Dialog title={builder.title} onClose={onClose}>
      <div className="mt-2 grid gap-4 text-sm">
        <div>
          <p className="mb-1.5 font-semibold">{builder.page}</p>
          <Chips
            legend={builder.page}
            options={pages.map((path) => ({ value: path, label: pageLabel(path) }))}
            value={page}
            onChange={setPage}
          />
        </div>
        {tagNames.map((name) => (
          <Field
            key={name}
            label={builder[name]}
            name={name}
            autoComplete="off"
            maxLength={100}
            value={typed[name]}
            help={builder.hints[name]}
            error={name === 'source' && isReserved ? builder.reserved : undefined}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          />
        ))}
        <div>
          <p role="status" className="mb-2 text-muted empty:hidden">
            {isChanged ? builder.dropped : null}
          </p>
          {hasSource ? (
            <div className="grid gap-3">
              <p>
                <span className="font-mono break-all select-all" translate="no">
                  {link}
                </span>
                <CopyButton text={link} name={builder.theLink} />
              </p>
              <QrCode text={link} label={builder.qr} />
            </div>
          ) : (
            <p className="text-muted">{builder.missing}</p>
          )}
        </div>
        <div className="flex justify-end">
          <Button onClick={onClose}>{common.close}</Button>
        </div>
      </div>
    </Dialog>
  );
}
