// The adapter of each provider kind. A kind of the contract without an adapter does not compile.
import type { ProviderKind } from '../../contract/provider-kinds.ts';
import type { ProviderFactory } from '../modules/fulfilment/provider.ts';
import { createPanelProvider } from '../modules/fulfilment/providers/panel-v2/panel-provider';

export const providerFactories: Record<ProviderKind, ProviderFactory> = {
  'panel-v2': createPanelProvider,
};
