// Likes or Views: two native radio buttons, styled as one switch.
import { type Category, categories } from '../../../contract/category.ts';
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
    <fieldset disabled={disabled} className="toggle">
      <legend className="sr-only">{texts.what}</legend>
      {categories.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="category"
            value={one}
            checked={one === category}
            onChange={() => onPick(one)}
            className="sr-only"
          />
          <LineIcon path={iconPaths[one]} />
          <span>{texts.names[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}
