// All UI components in all states on one development page, to review them and the effect of token changes.
import { type ReactNode, useRef, useState } from 'react';
import { orderStatuses } from '../../../contract/order-status.ts';
import { Badge, OrderBadge, ProviderBadge, ToneDot, ToneNote } from '../badge.tsx';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Field } from '../field.tsx';
import { FieldHelp } from '../field-help.tsx';
import { iconPaths, LineIcon } from '../icon.tsx';
import { Icon, iconNames } from '../icons.tsx';
import { LinkButton } from '../link-button.tsx';
import { Mark } from '../mark.tsx';
import { RelativeTime, useNow } from '../relative-time.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Slider } from '../slider.tsx';
import { Spinner } from '../spinner.tsx';
import { Cell, Row, Table } from '../table.tsx';
import { ThemeSwitch } from '../theme.tsx';
import { ToastProvider, type ToastTone, useToast } from '../toast.tsx';
import { Charts, TabRow } from './charts.tsx';

export function Gallery() {
  return (
    <ToastProvider>
      <main className="mx-auto flex max-w-5xl flex-col gap-10 p-4 sm:p-8">
        <header className="flex items-center justify-between">
          <h1 className="text-2xl font-extrabold">Gallery</h1>
          <ThemeSwitch storage={window.localStorage} />
        </header>
        <Part title="Buttons">
          <Buttons />
        </Part>
        <Part title="Fields">
          <Fields />
        </Part>
        <Part title="Slider">
          <Sliders />
        </Part>
        <Part title="Badges">
          <Badges />
        </Part>
        <Part title="Table">
          <Orders />
        </Part>
        <Part title="Tabs">
          <TabRow />
        </Part>
        <Part title="Charts">
          <Charts />
        </Part>
        <Part title="Waiting">
          <Spinner />
          <Skeleton />
          <Skeleton className="h-10 w-64" />
        </Part>
        <Part title="Asking and telling">
          <Questions />
          <Notices />
        </Part>
        <Part title="Icons">
          <Icons />
        </Part>
      </main>
    </ToastProvider>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h2 className="border-b border-hairline pb-2 text-lg font-semibold">{title}</h2>
      <div className="flex flex-wrap items-center gap-4">{children}</div>
    </section>
  );
}

const variants = ['primary', 'plain', 'quiet', 'danger'] as const;
const sizes = ['sm', 'md', 'lg'] as const;

function Buttons() {
  return (
    <>
      {variants.flatMap((variant) =>
        sizes.map((size) => (
          <Button key={variant + size} variant={variant} size={size}>
            {variant}
          </Button>
        )),
      )}
      <Button variant="primary" waiting>
        waiting
      </Button>
      <Button variant="primary" disabled>
        disabled
      </Button>
      <Button icon={<Icon name="send" />}>with an icon</Button>
      <LinkButton href="#top">a link</LinkButton>
    </>
  );
}

function Fields() {
  return (
    <div className="grid w-full gap-4 sm:grid-cols-3">
      <Field label="Plain" placeholder="you@example.com" />
      <Field label="With help" help="Where the receipt goes." />
      <Field label="Wrong" error="This is not an email address." defaultValue="nobody" />
      <FieldHelp id="gallery-help" isError>
        An error that stands alone.
      </FieldHelp>
      <Field label="Disabled" disabled defaultValue="fixed" />
      <Field label="Label not shown" labelHidden placeholder="Search" />
      <Field label="With an action" action={<Button>Find</Button>} />
    </div>
  );
}

function Sliders() {
  const one = useRef<HTMLInputElement>(null);
  const other = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(400);
  const stops = [0, 100, 1_000];
  return (
    <>
      <Slider
        ref={one}
        aria-label="Amount"
        min={0}
        max={1_000}
        stops={stops}
        step={10}
        value={value}
        onValue={(picked) => setValue(Math.round(picked / 10) * 10)}
      />
      <Slider
        ref={other}
        aria-label="Disabled amount"
        min={0}
        max={1_000}
        stops={stops}
        step={10}
        value={700}
        onValue={() => {}}
        disabled
      />
    </>
  );
}

const tones = ['green', 'yellow', 'blue', 'red', 'purple', 'orange', 'grey'] as const;
const providerStatuses = ['Pending', 'In progress', 'Completed', 'Partial', 'Canceled'];

function Badges() {
  return (
    <>
      {tones.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      {orderStatuses.map((status) => (
        <OrderBadge key={status} status={status} />
      ))}
      {providerStatuses.map((status) => (
        <ProviderBadge key={status} status={status} />
      ))}
      <ToneNote tone="orange">2 of 5 links sent</ToneNote>
      <ToneDot tone="green" />
    </>
  );
}

function Orders() {
  const nowMs = useNow();
  const at = new Date(nowMs - 3_600_000).toISOString();
  return (
    <div className="w-full">
      <Table caption="Orders" columns={[{ label: 'Order' }, { label: 'Placed' }, { label: 'Amount', align: 'end' }]}>
        {['1001', '1002'].map((id) => (
          <Row key={id}>
            <Cell>{`#${id}`}</Cell>
            <Cell>
              <RelativeTime at={at} nowMs={nowMs} />
            </Cell>
            <Cell align="end">$12.50</Cell>
          </Row>
        ))}
      </Table>
    </div>
  );
}

function Questions() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      {open && (
        <Dialog title="Delete this order?" onClose={close}>
          <p className="my-4 text-muted">It cannot be undone.</p>
          <Button variant="danger" onClick={close}>
            Delete
          </Button>
        </Dialog>
      )}
    </>
  );
}

const toastTones: ToastTone[] = ['plain', 'success', 'error'];

function Notices() {
  const toast = useToast();
  return toastTones.map((tone) => (
    <Button key={tone} onClick={() => toast({ title: `A ${tone} notice`, description: 'What happened.', tone })}>
      {`Say it ${tone}`}
    </Button>
  ));
}

function Icons() {
  return (
    <>
      {iconNames.map((name) => (
        <span key={name} className="inline-flex items-center gap-1.5 text-sm text-muted">
          <Icon name={name} className="text-ink" />
          <span>{` ${name}`}</span>
        </span>
      ))}
      <LineIcon path={iconPaths.Likes} className="text-accent" />
      <Mark className="size-8" />
    </>
  );
}
