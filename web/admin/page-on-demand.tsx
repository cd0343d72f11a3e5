// Pages whose code loads on demand, and all of them before the first click where the browser is idle. A page whose code
// is there renders at once: `lazy` alone would show its fallback for 300 ms.
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import type { Elements } from '../ui/elements.ts';
import { LoadFailure } from './load-failure.tsx';
import { showItemTexts, showPageTexts, showSetupTexts, useTexts } from './texts/shown-texts.ts';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

const loads: (() => Promise<unknown>)[] = [];
/** The first screen and its requests come first. */
const preloadAfterMs = 1_500;

const loadWith =
  (showTexts: () => Promise<void>) =>
  async <Code,>(load: () => Promise<Code>): Promise<Code> =>
    (await Promise.all([load(), showTexts()]))[0];
/** Code together with the texts that it shows. */
export const loadWithItemTexts = loadWith(showItemTexts);
export const loadWithPageTexts = loadWith(showPageTexts);
export const loadWithSetupTexts = loadWith(showSetupTexts);

export function pageOnDemand<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return onDemand(() => loadWithPageTexts(load));
}

/** A dialog or another layer, whose code loads when it opens. Nothing shows before it is there. */
export function layerOnDemand<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const Layer = onDemand(load);
  return (props) => (
    <Suspense>
      <Layer {...props} />
    </Suspense>
  );
}

function onDemand<Props extends object>(load: Load<Props>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  const loadOnce: Load<Props> = async () => {
    const page = await load();
    loaded = page.default;
    return page;
  };
  const Later = lazy(() => loadOnce().catch((error: unknown) => ({ default: () => <PageFailed error={error} /> })));
  loads.push(async () => loaded ?? loadOnce());
  const choose = () => loaded ?? Later;
  return (props) => <Chosen choose={choose} given={props} />;
}

type ChosenProps<Props> = { choose: () => ComponentType<Props>; given: Props };

/** One component for the whole life of the page: another would lose its state. */
function Chosen<Props extends object>({ choose, given }: ChosenProps<Props>) {
  const [Page] = useState(choose);
  return <Page {...given} />;
}

type Placeholder = { placeholder: Elements };

/** A part of a page, with a placeholder until its code is there. Without `Suspense`, which keeps that for 300 ms. */
export function partOnDemand<Props extends object>(load: Load<Props>): ComponentType<Props & Placeholder> {
  let loaded: ComponentType<Props> | null = null;
  const loadOnce = async () => {
    loaded ??= (await load()).default;
    return loaded;
  };
  loads.push(loadOnce);
  return (props) => <Part loaded={loaded} load={loadOnce} given={props} />;
}

type PartProps<Props> = {
  loaded: ComponentType<Props> | null;
  load: () => Promise<ComponentType<Props>>;
  given: Props & Placeholder;
};

function Part<Props extends object>({ loaded, load, given }: PartProps<Props>) {
  const [Shown, setShown] = useState(() => loaded);
  useEffect(() => {
    load()
      .catch((error: unknown) => () => <PageFailed error={error} />)
      .then((part) => setShown(() => part));
  }, [load]);
  return Shown ? <Shown {...given} /> : given.placeholder;
}

/** Browsers keep a failed module, so that only another load of the document loads it. */
function PageFailed({ error }: { error: unknown }) {
  const { common } = useTexts();
  return <LoadFailure title={common.pageFailed} error={error} onRetry={() => window.location.reload()} />;
}

/** Loads a page together with the texts of the settings and the providers. */
export function withSetupTexts(load: Load<object>): ComponentType {
  return pageOnDemand(() => loadWithSetupTexts(load));
}

/** Loads the code of all pages, one in each idle moment. Returns the function that ends it. */
export function preloadPages(): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => undefined;
  let isOver = false;
  // Safari has no requestIdleCallback.
  const whenIdle = window.requestIdleCallback ?? ((turn: () => void) => setTimeout(turn, 100));
  const next = (at: number) =>
    whenIdle(() => {
      const load = loads[at];
      // Where the store cannot be reached, the click on the page loads it, or shows why not.
      if (load && !isOver)
        void load().then(
          () => next(at + 1),
          () => undefined,
        );
    });
  const timer = setTimeout(() => next(0), preloadAfterMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
