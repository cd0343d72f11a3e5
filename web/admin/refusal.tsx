// The error message of a rejected action, shown beside the form or button.
export function Refusal({ children }: { children: string | null }) {
  if (children === null) return null;
  return (
    <p role="alert" className="rounded-card bg-red-soft px-3 py-2 text-sm text-red-ink">
      {children}
    </p>
  );
}
