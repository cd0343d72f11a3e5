// The logo of the store, or the mark. The name of the store stands beside it.
import { readLogo } from '../../contract/brand.ts';
import { Mark } from '../ui/mark.tsx';

/** `className`: of the mark. The style of a page with a logo has the rules of the logo. */
export function StoreMark({ logo, className }: { logo: string; className: string }) {
  const own = readLogo(logo);
  if (own === null) return <Mark className={className} />;
  return <img src={own.path} width={own.width} height={own.height} alt="" className="logo" />;
}
