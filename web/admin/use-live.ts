// Keeps what is shown up to date by itself: the websocket tells the kind of change, the queries fetch it.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAdmin, useSessionState } from './admin-context.tsx';
import { attentionKeys } from './attention/attention-queries.ts';
import { figureKeys } from './figure-queries.ts';
import { orderKeys } from './order/order-queries.ts';
import { watchKeys } from './watch-queries.ts';

export function useLive(): void {
  const { connectLive, readToken } = useAdmin();
  const { isAuthenticated } = useSessionState();
  const queries = useQueryClient();

  useEffect(() => {
    if (!connectLive || !isAuthenticated) return;
    const refetchOrders = () => {
      void queries.invalidateQueries({ queryKey: orderKeys.lists });
      void queries.invalidateQueries({ queryKey: orderKeys.all });
      void queries.invalidateQueries({ queryKey: figureKeys.all });
      void queries.invalidateQueries({ queryKey: attentionKeys.all });
    };
    let wasConnected = false;
    const connection = connectLive({
      token: readToken,
      onMessage: (type) => {
        if (type === 'order-update') refetchOrders();
        if (type === 'alert-update') void queries.invalidateQueries({ queryKey: attentionKeys.all });
        if (type === 'user-update') void queries.invalidateQueries({ queryKey: watchKeys.liveUsers });
        if (type === 'alert-update') void queries.invalidateQueries({ queryKey: watchKeys.alerts });
      },
      onStatus: (connected) => {
        // After a gap something may have been missed; the first connection comes right after the first fetch.
        if (connected && wasConnected) refetchOrders();
        wasConnected ||= connected;
      },
    });
    return connection.close;
  }, [connectLive, isAuthenticated, queries, readToken]);
}
