// A click on a notification while a page is open: the service worker sends the page the path of its item.
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { adminWorkerScope, type OpenRequest } from '../../../contract/push-payload.ts';

export function useOpenRequests(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const open = ({ data }: MessageEvent<Partial<OpenRequest> | null>) => {
      if (data?.type === 'open' && data.path?.startsWith(adminWorkerScope)) navigate(data.path);
    };
    worker?.addEventListener('message', open);
    return () => worker?.removeEventListener('message', open);
  }, [navigate]);
}
