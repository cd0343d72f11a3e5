// Starts the download of a CSV file: the call returns a URL that is valid for one minute, and the browser saves the file.
import { useMutation } from '@tanstack/react-query';
import { useToast } from '../ui/toast.tsx';
import { queryFailure } from './query-client.ts';
import { useTexts } from './texts/shown-texts.ts';

export function useDownload<T = void>(file: string, pathOf: (input: T) => Promise<{ path: string }>) {
  const { orderList } = useTexts();
  const toast = useToast();
  return useMutation({
    mutationFn: async (input: T) => {
      const { path } = await pathOf(input);
      const link = document.createElement('a');
      link.href = path;
      link.download = file;
      link.click();
    },
    onSuccess: () =>
      toast({ title: orderList.exportStarted, description: orderList.exportStartedHelp(file), tone: 'success' }),
    onError: (error) => toast({ title: orderList.exportFailed, description: queryFailure(error), tone: 'error' }),
  });
}
