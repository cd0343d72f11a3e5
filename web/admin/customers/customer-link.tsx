// The email of a customer as a link to the customer's page.
import { Link } from 'wouter';
import { customerPath } from '../paths.ts';

export function CustomerLink({ email, className = '' }: { email: string; className?: string }) {
  if (!email.includes('@')) return <span translate="no">{email || 'N/A'}</span>;
  return (
    <Link
      translate="no"
      href={customerPath(email)}
      className={`underline decoration-hairline underline-offset-4 hover:decoration-ink ${className}`}
    >
      {email}
    </Link>
  );
}
