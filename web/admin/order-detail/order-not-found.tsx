// Shown in place of an order that does not exist.
import { Link } from 'wouter';
import { ordersPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';

export function OrderNotFound() {
  const { orderPage } = usePageTexts();
  return (
    <div className="mx-auto max-w-md py-20 text-center">
      <h1 className="text-xl font-semibold">{orderPage.notFound}</h1>
      <p className="mt-2 text-sm text-muted">{orderPage.notFoundHelp}</p>
      <Link href={ordersPath} className="mt-5 inline-block font-semibold underline">
        {orderPage.allOrders}
      </Link>
    </div>
  );
}
