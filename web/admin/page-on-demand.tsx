// Pages whose code loads on demand, and all of them before the first click where the browser is idle. Without `Suspense`,
// which keeps its fallback for at least 300 ms.
import { type ComponentType, useEffect, useState } from 'react';
import type { Elements } from '../ui/elements.ts';
import { LoadFailure } from './load-failure.tsx';
import { showItemTexts, showPageTexts, showSetupTexts, useTexts } from './texts/shown-texts.ts';
import { Waiting } from './waiting.tsx';

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

/** `load`: loads the code ahead. */
export type CodeOnDemand = { load: () => Promise<unknown> };
type OnDemand<Props> = ComponentType<Props> & CodeOnDemand;

export function pageOnDemand<Props extends object>(load: Load<Props>): OnDemand<Props> {
  const Page = partOnDemand(() => loadWithPageTexts(load));
  return Object.assign((props: Props) => <Page {...props} placeholder={<Waiting />} />, { load: Page.load });
}

/** A dialog or another layer, whose code loads when it opens. Nothing shows before it is there. */
export function layerOnDemand<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const Layer = partOnDemand(load);
  return (props) => <Layer {...props} placeholder={null} />;
}

type Placeholder = { placeholder: Elements };

/** A part of a page, with a placeholder until its code is there. */
export function partOnDemand<Props extends object>(load: Load<Props>): OnDemand<Props & Placeholder> {
  let loaded: ComponentType<Props> | null = null;
  const loadOnce = async () => {
    loaded ??= (await load()).default;
    return loaded;
  };
  loads.push(loadOnce);
  return Object.assign((props: Props & Placeholder) => <Part loaded={loaded} load={loadOnce} given={props} />, {
    load: loadOnce,
  });
}

type PartProps<Props> = {
  loaded: ComponentType<Props> | null;
  load: () => Promise<ComponentType<Props>>;
  given: Props & Placeholder;
};

/** One component for the whole life of the part: another would lose its state. */
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

export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Loads the code of all pages, one in each idle moment, these first. Returns the function that ends it. */
export function preloadPages(first: readonly CodeOnDemand[] = []): () => void {
  if (savesData()) return () => undefined;
  let isOver = false;
  // Safari has no requestIdleCallback.
  const whenIdle = window.requestIdleCallback ?? ((turn: () => void) => setTimeout(turn, 100));
  const next = (at: number) =>
    whenIdle(() => {
      // A page may register further parts.
      const load = first[at]?.load ?? loads[at - first.length];
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
