// Starts the download of a CSV file: the call returns a URL that is valid for one minute, and the browser saves the file. Its
// numbers have the decimal sign of the admin's language, which spreadsheets in that language expect.
import type { Api } from '../api.ts';
import { hasDecimalComma } from './amounts.ts';
import { useAct } from './kit/use-act.ts';
import { usePageTexts } from './texts/shown-texts.ts';

export function useDownload<Input = void>(file: string, pathOf: (api: Api, input: Input) => Promise<{ path: string }>) {
  const { orderList } = usePageTexts();
  return useAct(
    async (api, input: Input) => {
      const { path } = await pathOf(api, input);
      const link = document.createElement('a');
      link.href = hasDecimalComma() ? `${path}&decimal=comma` : path;
      link.download = file;
      link.click();
    },
    {
      done: { title: orderList.exportStarted, description: orderList.exportStartedHelp(file) },
      failed: orderList.exportFailed,
    },
  );
}
