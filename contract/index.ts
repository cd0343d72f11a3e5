// All calls of the store.
import {
  addAdmin,
  changeAdmin,
  changePassword,
  confirmSecondFactor,
  endOtherSessions,
  endSession,
  listAdmins,
  listSessions,
  makeDeviceKey,
  removeAdmin,
  removeSecondFactor,
  renewBackupCodes,
  resetFactors,
  startSecondFactor,
} from './accounts.ts';
import { dismissActionItem, listActionItems, retryJob } from './action-items.ts';
import { adminStats, advancedStats, monthlyStats, periodStats } from './analytics.ts';
import { addApiKey, listApiKeys, revokeApiKey, revokeOwnApiKeys } from './api-keys.ts';
import { listAudit } from './audit.ts';
import { login, logout, stepUp, verify } from './auth.ts';
import { listBackups, makeBackup } from './backups.ts';
import { reportClientError } from './client-errors.ts';
import { changeContactMessage, listContactMessages, sendContactMessage } from './contact.ts';
import { getContactThread, listReplyTemplates, replyToMessage, saveReplyTemplates } from './contact-replies.ts';
import { addCustomerNote, getCustomer, listCustomerOrders, listCustomers, setCustomerTags } from './customers.ts';
import { erasePerson, exportPerson, previewRetention } from './data-privacy.ts';
import { previewDigest } from './digest.ts';
import { listMails, previewEmail, previewMail, resendMail } from './emails.ts';
import type { CallOf, OutputOf } from './endpoint.ts';
import { orderEvidence } from './evidence.ts';
import {
  apiOrders,
  apiOrdersBatch,
  cancelPost,
  exportDropReports,
  movePost,
  orderStatusAtProvider,
  planMove,
  refillPost,
  sendPost,
  settlePost,
} from './fulfilment.ts';
import { healthz, readyz, statusz, systemStatus } from './health.ts';
import { getHeartbeat, removeHeartbeat, setHeartbeat } from './heartbeat.ts';
import { attestLaunch, getLaunch } from './launch-calls.ts';
import {
  addNotificationChannel,
  changeNotificationChannel,
  listNotificationChannels,
  listTelegramChats,
  removeNotificationChannel,
  testNotificationChannel,
} from './notification-channels.ts';
import { countOrders, deleteOrderView, exportOrders, listOrderViews, saveOrderView } from './order-lists.ts';
import { getOrderPage, reportDrop } from './order-page.ts';
import { addOrderNote, orderTimeline } from './order-timeline.ts';
import {
  changeOrder,
  changeOrderStatus,
  createOrder,
  deleteOrder,
  getOrder,
  listOrders,
  replaceLink,
  undoOrderStatus,
} from './orders.ts';
import { cancelOwnerAddress, getOwnerAddress, setOwnerAddress } from './owner-address.ts';
import {
  addPasskey,
  listPasskeys,
  passkeyLogin,
  removePasskey,
  startPasskey,
  startPasskeyLogin,
  startPasskeyStepUp,
  stepUpByPasskey,
} from './passkeys.ts';
import { confirmPayment, initSession, listPayments, paymentWebhook } from './payments.ts';
import { onlineUsers, trackUser, trackUserAgain } from './presence.ts';
import { getProviderScores, listServiceChanges } from './provider-scores.ts';
import { getProviderBalance, listProviderTests, readMediaLink, tryProvider } from './provider-tests.ts';
import { addProvider, changeProvider, checkProvider, listProviders, listServices, resetCircuit } from './providers.ts';
import { addPushDevice, listPushDevices, removePushDevice, renewPushDevice, testPushDevice } from './push-devices.ts';
import { getReconciliation } from './reconciliation.ts';
import { listRefunds, refundOrder } from './refunds.ts';
import { clearSecurityAlerts, listSecurityAlerts } from './security.ts';
import { pauseSending, resumeSending } from './sending-pauses.ts';
import {
  getCheckoutPause,
  getProviderSettings,
  getStoreSettings,
  getStoreSettingsVersion,
  getTimeZone,
  pauseCheckout,
  pauseSelling,
  saveProviderSettings,
  saveStoreSettings,
  storeSettingsHistory,
} from './settings.ts';
import { getSpending, liftSpendingCap } from './spending.ts';
import { deleteJob, readSystem } from './system.ts';
import { listTexts, listTextVersions, previewTexts } from './texts.ts';
import { mailTrackCode, ordersByEmail, proveTracking } from './tracking.ts';
import { recordVisit, visitorBreakdown, visitorDashboard } from './visitors.ts';
import {
  addWebhook,
  changeWebhook,
  disableOwnWebhooks,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  replayWebhookDelivery,
  testWebhook,
} from './webhooks.ts';

export const endpoints = {
  createOrder,
  listOrders,
  ordersByEmail,
  mailTrackCode,
  proveTracking,
  apiOrdersBatch,
  getOrder,
  getOrderPage,
  reportDrop,
  changeOrder,
  deleteOrder,
  listOrderViews,
  saveOrderView,
  deleteOrderView,
  countOrders,
  exportOrders,
  orderTimeline,
  orderEvidence,
  addOrderNote,
  apiOrders,
  confirmPayment,
  initSession,
  paymentWebhook,
  listPayments,
  listRefunds,
  refundOrder,
  changeOrderStatus,
  undoOrderStatus,
  replaceLink,
  pauseSending,
  resumeSending,
  sendPost,
  settlePost,
  refillPost,
  cancelPost,
  planMove,
  exportDropReports,
  movePost,
  orderStatusAtProvider,
  login,
  verify,
  logout,
  stepUp,
  listAudit,
  listBackups,
  makeBackup,
  exportPerson,
  erasePerson,
  previewRetention,
  listAdmins,
  addAdmin,
  changeAdmin,
  removeAdmin,
  changePassword,
  listSessions,
  endSession,
  endOtherSessions,
  makeDeviceKey,
  startSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewBackupCodes,
  resetFactors,
  listPasskeys,
  startPasskey,
  addPasskey,
  removePasskey,
  startPasskeyLogin,
  passkeyLogin,
  startPasskeyStepUp,
  stepUpByPasskey,
  listApiKeys,
  addApiKey,
  revokeApiKey,
  revokeOwnApiKeys,
  listNotificationChannels,
  addNotificationChannel,
  changeNotificationChannel,
  removeNotificationChannel,
  testNotificationChannel,
  listTelegramChats,
  listWebhooks,
  addWebhook,
  changeWebhook,
  removeWebhook,
  disableOwnWebhooks,
  testWebhook,
  listWebhookDeliveries,
  replayWebhookDelivery,
  listPushDevices,
  addPushDevice,
  removePushDevice,
  testPushDevice,
  renewPushDevice,
  sendContactMessage,
  listContactMessages,
  changeContactMessage,
  getContactThread,
  replyToMessage,
  listReplyTemplates,
  saveReplyTemplates,
  listMails,
  previewDigest,
  previewEmail,
  previewMail,
  resendMail,
  getStoreSettings,
  getCheckoutPause,
  getTimeZone,
  pauseCheckout,
  pauseSelling,
  saveStoreSettings,
  storeSettingsHistory,
  getStoreSettingsVersion,
  listTexts,
  listTextVersions,
  previewTexts,
  getProviderSettings,
  saveProviderSettings,
  getProviderBalance,
  tryProvider,
  readMediaLink,
  listProviderTests,
  listProviders,
  addProvider,
  changeProvider,
  checkProvider,
  resetCircuit,
  listServices,
  getProviderScores,
  listServiceChanges,
  getLaunch,
  attestLaunch,
  getReconciliation,
  adminStats,
  monthlyStats,
  advancedStats,
  periodStats,
  listCustomers,
  getCustomer,
  listCustomerOrders,
  addCustomerNote,
  setCustomerTags,
  trackUser,
  trackUserAgain,
  onlineUsers,
  recordVisit,
  visitorBreakdown,
  visitorDashboard,
  listSecurityAlerts,
  clearSecurityAlerts,
  getOwnerAddress,
  setOwnerAddress,
  cancelOwnerAddress,
  getSpending,
  liftSpendingCap,
  listActionItems,
  dismissActionItem,
  retryJob,
  reportClientError,
  healthz,
  readyz,
  statusz,
  systemStatus,
  readSystem,
  deleteJob,
  getHeartbeat,
  setHeartbeat,
  removeHeartbeat,
};

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** "POST /api/create-order": the name that pages use for a call, so that they load no schema. */
export type EndpointKey = { [N in EndpointName]: `${Endpoints[N]['method']} ${Endpoints[N]['path']}` }[EndpointName];
type NamedBy<K extends EndpointKey> = {
  [N in EndpointName]: `${Endpoints[N]['method']} ${Endpoints[N]['path']}` extends K ? N : never;
}[EndpointName];

/** Input and response of a call, by its key. */
export type CallFor<K extends EndpointKey> = CallOf<Endpoints[NamedBy<K>]>;
export type AnswerFor<K extends EndpointKey> = OutputOf<Endpoints[NamedBy<K>]>;
