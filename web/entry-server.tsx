// Renders a public page on the server: `BuiltPages` of contract/pages.ts. Pure: independent of request and URL.
import { renderToString } from 'react-dom/server';
import type { RenderPage } from '../contract/pages.ts';
import { headOf, wordsOf } from './shop/page-head.ts';
import { frames, hasOtherLinks, islandOf } from './shop/public-pages.tsx';
import { takingOtherLinks, takingTransfers, textsFor } from './shop/texts/catalogue.ts';

export { shopTexts as texts } from './shop/texts/catalogue.ts';

const emptyIsland = '<div id="island"></div>';

export const render: RenderPage = (given) => {
  const ofTransfers = given.takesTransfers ? takingTransfers(given.store) : given.store;
  const data = { ...given, store: hasOtherLinks(given) ? takingOtherLinks(ofTransfers) : ofTransfers };
  const Frame = frames[data.page];
  const island = islandOf(data);
  const { shell: texts } = textsFor(data);
  const frame = Frame ? renderToString(<Frame data={data} island={island ? <div id="island" /> : null} />) : '';
  // The island is rendered separately, as the browser hydrates it, so that `useId` values match.
  const html = frame.replace(emptyIsland, () => `<div id="island">${island ? renderToString(island) : ''}</div>`);
  return {
    ...wordsOf(data),
    html,
    head: headOf(data),
    data: island ? { island: island.props, failed: texts.failed } : {},
  };
};
