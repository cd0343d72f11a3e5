// Contact: the frame around the form, how else support is reached, and when it answers (CONTACT-10..14).
import { pathOf } from '../../../contract/pages.ts';
import type { Elements } from '../../ui/elements.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { textsFor } from '../texts/catalogue.ts';
import { weave } from '../texts/weave.ts';

export default function ContactPage({ data, island }: PageProps) {
  const texts = textsFor(data).contact;
  const { support_email, support_hours } = data.store;
  // A narrow column breaks the address before the @ first.
  const [mailbox, domain] = support_email.split(/(?=@)/);
  const hours = support_hours[data.lang];
  return (
    <Shell data={data}>
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <h1 className="pt-3 text-2xl font-extrabold sm:pt-8 sm:text-4xl">{texts.title}</h1>
        <p className="mt-2 max-w-xl text-muted sm:text-lg">{texts.lead}</p>
        <div className="mt-8 grid grid-cols-1 gap-4 sm:mt-12 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          {island}
          <div className="grid content-start gap-4 sm:max-lg:grid-cols-3">
            <Way icon="mail" title={texts.email}>
              <a
                href={`mailto:${support_email}`}
                className="font-medium wrap-anywhere text-ink underline decoration-accent decoration-2 underline-offset-4"
              >
                <span translate="no">{mailbox}</span>
                <wbr />
                <span translate="no">{domain}</span>
              </a>
              <p className="mt-2">{texts.aim}</p>
            </Way>
            {hours.length > 0 ? (
              <Way icon="clock" title={texts.hours}>
                {hours.map((line) => (
                  <p key={line} className="text-ink tabular-nums">
                    {line}
                  </p>
                ))}
              </Way>
            ) : null}
            <Way icon="bolt" title={texts.urgent}>
              <p>
                {weave(texts.urgentText, {
                  word: (
                    <strong key="word" className="text-ink">
                      URGENT
                    </strong>
                  ),
                })}
              </p>
            </Way>
          </div>
        </div>
        <div className="mt-10 flex flex-col items-start gap-4 border-t border-hairline pt-8 sm:flex-row sm:items-center sm:justify-between">
          <p className="text-muted">{texts.waiting}</p>
          <LinkButton href={pathOf('client', data.lang)} icon={<Icon name="list" />}>
            {texts.orders}
          </LinkButton>
        </div>
      </div>
    </Shell>
  );
}

function Way({ icon, title, children }: { icon: IconName; title: string; children: Elements }) {
  return (
    <section className="rounded-card border border-hairline bg-surface p-5 text-muted shadow-card sm:p-6">
      <Icon name={icon} className="size-6 text-accent" />
      <h2 className="mt-3 mb-1.5 text-lg font-bold text-ink">{title}</h2>
      {children}
    </section>
  );
}
