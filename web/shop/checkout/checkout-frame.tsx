// The frame of the checkout: no navigation, but the logo, the languages, help, and the legal pages.
import { type PageData, pathOf } from '../../../contract/pages.ts';
import { LanguageSwitch, LegalLinks, Logo, SandboxNotice } from '../frame.tsx';
import { textsFor } from '../texts/catalogue.ts';

export function CheckoutHeader({ data }: { data: PageData }) {
  return (
    <header className="relative z-20">
      <SandboxNotice data={data} />
      <div className="mx-auto flex min-h-16 max-w-5xl flex-wrap items-center justify-between gap-x-1 px-4 py-1 sm:px-6">
        <Logo data={data} />
        <div className="-mx-1.5 flex flex-wrap items-center text-sm font-medium">
          <LanguageSwitch data={data} className="px-1.5 py-2.5" />
          <a href={pathOf('contact', data.lang)} className="rounded-card px-1.5 py-2.5 text-muted hover:text-ink">
            {textsFor(data).shell.help}
          </a>
        </div>
      </div>
    </header>
  );
}

export function CheckoutFooter({ data }: { data: PageData }) {
  return (
    <footer className="mx-auto mt-12 w-full max-w-5xl px-4 py-6 text-sm text-muted sm:px-6">
      <LegalLinks data={data} />
    </footer>
  );
}
