// The link to the evidence of an order, with the date when it is due.
import { Link } from 'wouter';
import { formatMonthDay } from '../../ui/format-date.ts';
import { lookOf } from '../../ui/link-button.tsx';
import { evidencePath } from '../paths.ts';
import { useItemTexts } from '../texts/shown-texts.ts';

export function EvidenceLink({ orderId, dueAt = null }: { orderId: string; dueAt?: string | null }) {
  const { orderPage } = useItemTexts();
  return (
    <Link href={evidencePath(orderId)} className={lookOf({ size: 'sm' })}>
      {dueAt === null ? orderPage.evidence : orderPage.evidenceDue(formatMonthDay(dueAt))}
    </Link>
  );
}
