// Chooses the role of an admin.
import { type Role, roles } from '../../../contract/account-rules.ts';
import { classNames } from '../../ui/class-names.ts';
import { inputClassName } from '../../ui/input-class.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';

type RoleSelectProps = {
  value: Role;
  onChange: (role: Role) => void;
  id?: string;
  label?: string;
  disabled?: boolean;
};

export function RoleSelect({ value, onChange, id, label, disabled }: RoleSelectProps) {
  const { admins: texts } = useSetupTexts();
  return (
    <select
      id={id}
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChange(roles.find((role) => role === target.value) ?? value)}
      className={classNames(inputClassName, label && 'w-auto!', 'border-edge px-3 py-1.5 text-sm hover:border-ink')}
    >
      {roles.toReversed().map((role) => (
        <option key={role} value={role}>
          {texts.roles[role].title}
        </option>
      ))}
    </select>
  );
}
