// The mark of the store. The left hand takes the color of the text around it.
import { markPath, markSize, markStrokes } from '../../contract/brand-mark.ts';
import { classNames } from './class-names.ts';

export function Mark({ className }: { className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${markSize} ${markSize}`}
      aria-hidden="true"
      fill="none"
      strokeLinecap="round"
      className={classNames('shrink-0', className)}
    >
      {markStrokes.map((stroke) => (
        <path
          key={markPath(stroke)}
          d={markPath(stroke)}
          strokeWidth={stroke.width}
          stroke="currentColor"
          className={stroke.tone === 'brand' ? 'text-brand' : undefined}
        />
      ))}
    </svg>
  );
}
