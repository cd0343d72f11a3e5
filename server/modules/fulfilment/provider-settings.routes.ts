import type { z } from 'zod';
import type { getProviderSettings } from '../../../contract/settings.ts';
import type { ProviderValues } from '../../ports/settings.ts';
import { adminOf, type Handlers } from '../../request-context.ts';
import { maskedKey, type ProviderSettingsFeature } from './provider-settings.ts';

export function providerSettingsRoutes(
  settings: Pick<ProviderSettingsFeature, 'read' | 'save'>,
): Handlers<'getProviderSettings' | 'saveProviderSettings'> {
  return {
    getProviderSettings: async () => providerOf(await settings.read()),

    saveProviderSettings: async ({ body }, call) => {
      const { api_url: apiUrl, api_key: apiKey, likes_service_id, views_service_id } = body;
      const values = { apiUrl, apiKey, likesServiceId: likes_service_id, viewsServiceId: views_service_id };
      return providerOf(await settings.save(values, adminOf(call)));
    },
  };
}

function providerOf({
  apiUrl,
  apiKey,
  likesServiceId,
  viewsServiceId,
}: ProviderValues): z.output<typeof getProviderSettings.output> {
  return {
    api_key: maskedKey(apiKey),
    has_api_key: apiKey !== '',
    api_url: apiUrl,
    likes_service_id: likesServiceId,
    views_service_id: viewsServiceId,
  };
}
