// Likes or Views: two native radio buttons, styled as one switch.
import { type Category, categories } from '../../../contract/category.ts';
import { classNames } from '../../ui/class-names.ts';
import { iconPaths, LineIcon } from '../../ui/icon.tsx';
import type { HomeIslandProps } from './home-props.ts';

type ToggleProps = {
  texts: HomeIslandProps['texts'];
  category: Category;
  disabled: boolean;
  onPick: (category: Category) => void;
};

export function CategoryToggle({ texts, category, disabled, onPick }: ToggleProps) {
  return (
    <fieldset disabled={disabled} className="grid grid-cols-2 gap-1 rounded-card bg-sunken p-1 sm:inline-grid sm:w-80">
      <legend className="sr-only">{texts.what}</legend>
      {categories.map((one) => (
        <label
          key={one}
          className={classNames(
            'flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-[9px] font-semibold',
            'transition-colors duration-[120ms] has-focus-visible:outline-3 has-focus-visible:outline-offset-2',
            'has-focus-visible:outline-focus',
            one === category ? 'bg-surface text-ink shadow-[0_1px_3px_var(--shade)]' : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="category"
            value={one}
            checked={one === category}
            onChange={() => onPick(one)}
            className="sr-only"
          />
          <LineIcon
            path={one === 'Likes' ? iconPaths.heart : iconPaths.eye}
            className={one === category ? 'text-accent' : undefined}
          />
          {texts.names[one]}
        </label>
      ))}
    </fieldset>
  );
}
