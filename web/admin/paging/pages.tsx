// The steps between the pages of a list whose URL holds the cursors.
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../amounts.ts';
import { useTexts } from '../texts/shown-texts.ts';

type PagesProps = {
  cursors: readonly string[];
  nextCursor: string | null;
  busy: boolean;
  onGo: (cursors: readonly string[]) => void;
};

export function Pages({ cursors, nextCursor, busy, onGo }: PagesProps) {
  const { orderList, common } = useTexts();
  return (
    <nav aria-label={orderList.pages} className="mt-4 flex items-center justify-center gap-3 text-sm empty:hidden">
      {cursors.length > 0 ? (
        <Button size="sm" disabled={busy} onClick={() => onGo(cursors.slice(0, -1))}>
          {common.previous}
        </Button>
      ) : null}
      {cursors.length > 0 || nextCursor ? (
        <span className="text-muted tabular-nums">{orderList.page(formatCount(cursors.length + 1))}</span>
      ) : null}
      {nextCursor ? (
        <Button size="sm" disabled={busy} onClick={() => onGo([...cursors, nextCursor])}>
          {common.next}
        </Button>
      ) : null}
    </nav>
  );
}
