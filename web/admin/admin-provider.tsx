// Gives the pages their admin, and shows the question for the password above them.
import { useEffect } from 'react';
import type { Elements } from '../ui/elements.ts';
import { type Admin, AdminContext } from './admin-context.tsx';
import { watchInput } from './last-input.ts';
import { StepUp } from './sign-in/step-up.tsx';

export function AdminProvider({ value, children }: { value: Admin; children: Elements }) {
  useEffect(() => watchInput(document), []);
  return (
    <AdminContext value={value}>
      {children}
      <StepUp />
    </AdminContext>
  );
}
