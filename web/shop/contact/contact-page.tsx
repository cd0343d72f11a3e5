// Contact: how support is reached, and when it answers (CONTACT-10..14).
import type { ReactNode } from 'react';
import { LinkButton } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { links } from '../links.ts';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';

export default function ContactPage({ data }: PageProps) {
  const { supportEmail, supportHours } = data.store;
  return (
    <Shell data={data}>
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <h1 className="pt-3 text-2xl font-extrabold sm:pt-8 sm:text-4xl">Contact</h1>
        <p className="mt-2 max-w-xl text-muted sm:text-lg">
          A person reads every message. Put your order number in it, and we can help at once.
        </p>
        <div className="mt-8 grid gap-4 sm:mt-12 lg:grid-cols-3">
          <Way icon="mail" title="E-mail">
            <a
              href={`mailto:${supportEmail}`}
              className="font-medium break-all text-ink underline decoration-accent decoration-2 underline-offset-4"
            >
              {supportEmail}
            </a>
            <p className="mt-2">We aim to answer within 24 hours.</p>
          </Way>
          <Way icon="clock" title="Hours">
            {supportHours.map((hours) => (
              <p key={hours} className="text-ink tabular-nums">
                {hours}
              </p>
            ))}
          </Way>
          <Way icon="bolt" title="Urgent?">
            <p>
              Put <strong className="text-ink">URGENT</strong> in the subject, and your message is read first.
            </p>
          </Way>
        </div>
        <div className="mt-10 flex flex-col items-start gap-4 border-t border-hairline pt-8 sm:flex-row sm:items-center sm:justify-between">
          <p className="text-muted">Waiting for an order? Its progress is one search away.</p>
          <LinkButton href={links.tracking} icon={<Icon name="list" />}>
            My Orders
          </LinkButton>
        </div>
      </div>
    </Shell>
  );
}

function Way({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <section className="rounded-card border border-hairline bg-surface p-5 text-muted shadow-card sm:p-6">
      <Icon name={icon} className="size-6 text-accent" />
      <h2 className="mt-3 mb-1.5 text-lg font-bold text-ink">{title}</h2>
      {children}
    </section>
  );
}
