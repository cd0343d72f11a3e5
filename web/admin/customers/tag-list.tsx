// The tags of a customer as small labels.
export function TagList({ tags }: { tags: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <bdi key={tag} className="rounded-full bg-grey-soft px-2 py-0.5 text-xs font-semibold text-grey-ink">
          {tag}
        </bdi>
      ))}
    </span>
  );
}
