// Gives the pages their admin, and shows the question for the password above them.
import { type ReactNode, useEffect } from 'react';
import { type Admin, AdminContext } from './admin-context.tsx';
import { watchInput } from './last-input.ts';
import { StepUp } from './sign-in/step-up.tsx';

export function AdminProvider({ value, children }: { value: Admin; children: ReactNode }) {
  useEffect(() => watchInput(document), []);
  return (
    <AdminContext value={value}>
      {children}
      <StepUp />
    </AdminContext>
  );
}
