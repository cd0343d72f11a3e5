// A field for an email address. When it is left, or Enter is pressed in it, it shows the address in its one form (D-53):
// the browser itself refuses to send a form with another one.
import type { ComponentProps } from 'react';
import { cleanAddress } from '../../contract/email-address.ts';
import { Field } from '../ui/field.tsx';

type EmailFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'onChange'> & {
  value: string;
  onEmail: (email: string) => void;
};

export function EmailField({ onEmail, ...rest }: EmailFieldProps) {
  const clean = () => onEmail(cleanAddress(rest.value));
  return (
    <Field
      maxLength={254}
      {...rest}
      type="email"
      onChange={({ target }) => onEmail(target.value)}
      onBlur={clean}
      onKeyDown={({ key }) => {
        if (key === 'Enter') clean();
      }}
    />
  );
}
