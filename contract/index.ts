// All calls of the store.
import * as accounts from './accounts.ts';
import * as actionItems from './action-items.ts';
import * as analytics from './analytics.ts';
import * as apiKeys from './api-keys.ts';
import * as auth from './auth.ts';
import * as clientErrors from './client-errors.ts';
import * as contact from './contact.ts';
import * as customers from './customers.ts';
import * as dataPrivacy from './data-privacy.ts';
import * as emails from './emails.ts';
import type { CallOf, OutputOf } from './endpoint.ts';
import * as evidence from './evidence.ts';
import * as fulfilment from './fulfilment.ts';
import * as health from './health.ts';
import * as notificationChannels from './notification-channels.ts';
import * as orderPage from './order-page.ts';
import * as orders from './orders.ts';
import * as payments from './payments.ts';
import * as providers from './providers.ts';
import * as security from './security.ts';
import * as settings from './settings.ts';
import * as system from './system.ts';
import * as tracking from './tracking.ts';
import * as visitors from './visitors.ts';
import * as webhooks from './webhooks.ts';

export const endpoints = {
  createOrder: orders.createOrder,
  listOrders: orders.listOrders,
  ordersByEmail: tracking.ordersByEmail,
  mailTrackCode: tracking.mailTrackCode,
  proveTracking: tracking.proveTracking,
  apiOrdersBatch: fulfilment.apiOrdersBatch,
  getOrder: orders.getOrder,
  getOrderPage: orderPage.getOrderPage,
  reportDrop: orderPage.reportDrop,
  requestLink: orderPage.requestLink,
  changeOrder: orders.changeOrder,
  deleteOrder: orders.deleteOrder,
  listOrderViews: orders.listOrderViews,
  saveOrderView: orders.saveOrderView,
  deleteOrderView: orders.deleteOrderView,
  countOrders: orders.countOrders,
  exportOrders: orders.exportOrders,
  orderTimeline: orders.orderTimeline,
  orderEvidence: evidence.orderEvidence,
  addOrderNote: orders.addOrderNote,
  apiOrders: fulfilment.apiOrders,
  confirmPayment: payments.confirmPayment,
  initSession: payments.initSession,
  paymentWebhook: payments.paymentWebhook,
  listPayments: payments.listPayments,
  listRefunds: payments.listRefunds,
  refundOrder: payments.refundOrder,
  changeOrderStatus: orders.changeOrderStatus,
  undoOrderStatus: orders.undoOrderStatus,
  replaceLink: orders.replaceLink,
  pauseSending: orders.pauseSending,
  resumeSending: orders.resumeSending,
  sendPost: fulfilment.sendPost,
  settlePost: fulfilment.settlePost,
  refillPost: fulfilment.refillPost,
  cancelPost: fulfilment.cancelPost,
  planMove: fulfilment.planMove,
  exportDropReports: fulfilment.exportDropReports,
  movePost: fulfilment.movePost,
  orderStatusAtProvider: fulfilment.orderStatusAtProvider,
  login: auth.login,
  verify: auth.verify,
  logout: auth.logout,
  stepUp: auth.stepUp,
  listAudit: security.listAudit,
  listBackups: system.listBackups,
  makeBackup: system.makeBackup,
  exportPerson: dataPrivacy.exportPerson,
  erasePerson: dataPrivacy.erasePerson,
  previewRetention: dataPrivacy.previewRetention,
  listAdmins: accounts.listAdmins,
  addAdmin: accounts.addAdmin,
  changeAdmin: accounts.changeAdmin,
  removeAdmin: accounts.removeAdmin,
  changePassword: accounts.changePassword,
  listSessions: accounts.listSessions,
  endSession: accounts.endSession,
  endOtherSessions: accounts.endOtherSessions,
  makeDeviceKey: accounts.makeDeviceKey,
  startSecondFactor: accounts.startSecondFactor,
  confirmSecondFactor: accounts.confirmSecondFactor,
  removeSecondFactor: accounts.removeSecondFactor,
  renewBackupCodes: accounts.renewBackupCodes,
  resetFactors: accounts.resetFactors,
  listPasskeys: auth.listPasskeys,
  startPasskey: auth.startPasskey,
  addPasskey: auth.addPasskey,
  removePasskey: auth.removePasskey,
  startPasskeyLogin: auth.startPasskeyLogin,
  passkeyLogin: auth.passkeyLogin,
  startPasskeyStepUp: auth.startPasskeyStepUp,
  stepUpByPasskey: auth.stepUpByPasskey,
  listApiKeys: apiKeys.listApiKeys,
  addApiKey: apiKeys.addApiKey,
  revokeApiKey: apiKeys.revokeApiKey,
  revokeOwnApiKeys: apiKeys.revokeOwnApiKeys,
  listNotificationChannels: notificationChannels.listNotificationChannels,
  addNotificationChannel: notificationChannels.addNotificationChannel,
  changeNotificationChannel: notificationChannels.changeNotificationChannel,
  removeNotificationChannel: notificationChannels.removeNotificationChannel,
  testNotificationChannel: notificationChannels.testNotificationChannel,
  listTelegramChats: notificationChannels.listTelegramChats,
  listWebhooks: webhooks.listWebhooks,
  addWebhook: webhooks.addWebhook,
  changeWebhook: webhooks.changeWebhook,
  removeWebhook: webhooks.removeWebhook,
  disableOwnWebhooks: webhooks.disableOwnWebhooks,
  testWebhook: webhooks.testWebhook,
  listWebhookDeliveries: webhooks.listWebhookDeliveries,
  replayWebhookDelivery: webhooks.replayWebhookDelivery,
  listPushDevices: notificationChannels.listPushDevices,
  addPushDevice: notificationChannels.addPushDevice,
  removePushDevice: notificationChannels.removePushDevice,
  testPushDevice: notificationChannels.testPushDevice,
  renewPushDevice: notificationChannels.renewPushDevice,
  sendContactMessage: contact.sendContactMessage,
  listContactMessages: contact.listContactMessages,
  changeContactMessage: contact.changeContactMessage,
  getContactThread: contact.getContactThread,
  getEmailSource: contact.getEmailSource,
  replyToMessage: contact.replyToMessage,
  listReplyTemplates: contact.listReplyTemplates,
  saveReplyTemplates: contact.saveReplyTemplates,
  listMails: emails.listMails,
  previewDigest: emails.previewDigest,
  previewEmail: emails.previewEmail,
  previewMail: emails.previewMail,
  resendMail: emails.resendMail,
  getStoreSettings: settings.getStoreSettings,
  listPauses: settings.listPauses,
  getCheckoutPause: settings.getCheckoutPause,
  getTimeZone: settings.getTimeZone,
  pauseCheckout: settings.pauseCheckout,
  pauseSelling: settings.pauseSelling,
  saveStoreSettings: settings.saveStoreSettings,
  storeSettingsHistory: settings.storeSettingsHistory,
  getStoreSettingsVersion: settings.getStoreSettingsVersion,
  listTexts: settings.listTexts,
  listTextVersions: settings.listTextVersions,
  previewTexts: settings.previewTexts,
  getProviderSettings: settings.getProviderSettings,
  saveProviderSettings: settings.saveProviderSettings,
  getProviderBalance: providers.getProviderBalance,
  tryProvider: providers.tryProvider,
  readMediaLink: providers.readMediaLink,
  listProviderTests: providers.listProviderTests,
  listProviders: providers.listProviders,
  addProvider: providers.addProvider,
  changeProvider: providers.changeProvider,
  checkProvider: providers.checkProvider,
  resetCircuit: providers.resetCircuit,
  listServices: providers.listServices,
  getProviderScores: providers.getProviderScores,
  listServiceChanges: providers.listServiceChanges,
  getLaunch: settings.getLaunch,
  attestLaunch: settings.attestLaunch,
  getReconciliation: payments.getReconciliation,
  adminStats: analytics.adminStats,
  monthlyStats: analytics.monthlyStats,
  advancedStats: analytics.advancedStats,
  periodStats: analytics.periodStats,
  listCustomers: customers.listCustomers,
  getCustomer: customers.getCustomer,
  listCustomerOrders: customers.listCustomerOrders,
  addCustomerNote: customers.addCustomerNote,
  setCustomerTags: customers.setCustomerTags,
  trackUser: visitors.trackUser,
  trackUserAgain: visitors.trackUserAgain,
  onlineUsers: visitors.onlineUsers,
  recordVisit: visitors.recordVisit,
  visitorBreakdown: visitors.visitorBreakdown,
  visitorDashboard: visitors.visitorDashboard,
  listSecurityAlerts: security.listSecurityAlerts,
  clearSecurityAlerts: security.clearSecurityAlerts,
  getOwnerAddress: security.getOwnerAddress,
  setOwnerAddress: security.setOwnerAddress,
  cancelOwnerAddress: security.cancelOwnerAddress,
  getSpending: security.getSpending,
  liftSpendingCap: security.liftSpendingCap,
  listActionItems: actionItems.listActionItems,
  dismissActionItem: actionItems.dismissActionItem,
  retryJob: actionItems.retryJob,
  reportClientError: clientErrors.reportClientError,
  healthz: health.healthz,
  readyz: health.readyz,
  statusz: health.statusz,
  systemStatus: health.systemStatus,
  readSystem: system.readSystem,
  deleteJob: system.deleteJob,
  getHeartbeat: system.getHeartbeat,
  setHeartbeat: system.setHeartbeat,
  removeHeartbeat: system.removeHeartbeat,
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
