// "2,500 likes", beside nothing else or between elements. A browser translates the unit only.
export function Quantity({ count, unit }: { count: string; unit: string }) {
  return (
    <>
      <span translate="no">{count}</span>
      <span>{` ${unit}`}</span>
    </>
  );
}
