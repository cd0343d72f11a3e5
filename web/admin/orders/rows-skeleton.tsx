// Placeholder rows while the list loads.
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, type Column, Row, Table } from '../../ui/table.tsx';
import { useTexts } from '../texts/shown-texts.ts';

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function RowsSkeleton({ columns }: { columns: readonly Column[] }) {
  const { orderList } = useTexts();
  return (
    <Table caption={orderList.loading} wide columns={columns} busy>
      {rows.map((row) => (
        <Row key={row} isShort>
          {columns.map(({ label, align, className }, at) => (
            <Cell
              key={label}
              className={classNames(
                'sm:h-[44px] sm:py-0! sm:align-middle!',
                at > 1 ? 'max-sm:hidden' : 'max-sm:self-center',
                className,
              )}
              {...(align ? { align } : {})}
            >
              <Skeleton className={align ? 'ml-auto h-4 w-14' : 'h-4 w-24'} />
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}
