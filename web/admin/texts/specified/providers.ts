// The labels of the API tab that the specification gives to the letter.
import { formatDecimal } from '../../amounts.ts';
import * as en from '../en.ts?setup';
import type { SetupTexts } from '../setup-texts.ts';

export const provider: SetupTexts['provider'] = {
  ...en.provider,
  settingsFailedNotice: { title: 'Error', description: 'Failed to load API settings. Please try refreshing the page.' },
  balance: 'Provider Balance',
  /** Dollars as `12.34$`. */
  balanceAmount: (amount, currency) =>
    `${formatDecimal(amount, 2)}${currency === '' || currency.toUpperCase() === 'USD' ? '$' : ` ${currency}`}`,
  balanceFailed: 'Error loading balance',
  balanceFailedHelp: 'Failed to fetch balance. Please check your API configuration.',
  connection: 'Connection Settings',
  apiKey: 'API Key',
  saveConnection: 'Save Settings',
  serviceId: { Likes: 'Likes Service ID', Views: 'Views Service ID' },
  saveServiceIds: 'Save Service IDs',
  invalidUrl: { title: 'Invalid URL', description: 'Please enter a valid API URL.' },
  connectionSaved: { title: 'Settings Saved', description: 'The API settings have been saved.' },
  connectionNotSaved: { title: 'Save Failed', description: 'Could not save API settings.' },
  serviceIdsSaved: { title: 'Settings Updated', description: 'The service IDs have been saved.' },
  serviceIdsNotSaved: { title: 'Update Failed', description: 'Could not save the service IDs.' },
  saveException: { title: 'Error', description: 'An error occurred while saving settings.' },
};

export const providerTest: SetupTexts['providerTest'] = {
  ...en.providerTest,
  title: 'API Test',
  connection: 'Test Connection',
  run: { Likes: 'Test Likes Service', Views: 'Test Views Service' },
  needsKey: { title: 'API Key required', description: 'Please enter your API key before testing' },
  needsService: {
    Likes: { title: 'Likes Service ID required', description: 'Please enter your Likes Service ID before testing' },
    Views: { title: 'Views Service ID required', description: 'Please enter your Views Service ID before testing' },
  },
  needsFields: { title: 'Missing information', description: 'Please enter both quantity and link before testing' },
  apiError: 'API Error',
  history: 'Test History',
};
