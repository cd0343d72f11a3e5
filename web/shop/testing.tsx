// A whole public page for the tests: its frame with the live part in it, as a person sees it once the script listens.
import type { ReactElement } from 'react';
import type { PageData } from '../../contract/pages.ts';
import { frames, islandOf } from './public-pages.tsx';

export function pageOf(data: PageData, island = islandOf(data)): ReactElement {
  const Frame = frames[data.page];
  if (!Frame) throw new Error(`There is no public page "${data.page}".`);
  return <Frame data={data} island={island} />;
}
