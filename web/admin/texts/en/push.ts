// Push messages to this browser, in English.
export const thisDevice = {
  help: 'Get a notification on this device when something needs you, also while the admin is closed.',
  failed: "Couldn't load this device",
  turnOn: 'Turn on notifications',
  turnOff: 'Turn off',
  test: 'Send a test',
  tested: 'Sent.',
  notTested: 'Not sent.',
  states: { ok: 'On', failing: 'Failing', off: 'Paused' },
  refused: 'The browser did not allow notifications. Press the button again, and choose "Allow".',
  blocked:
    'Notifications of this site are blocked. Open the settings of this site beside its address in the browser, allow notifications, and load this page again.',
  unsupported:
    'This browser cannot show notifications of a site. Use another channel, or a current version of Chrome, Edge, Firefox or Safari.',
  pushFailed: 'The browser could not reach its push service. Check the connection and try again.',
  needsInstall: 'An iPhone or iPad shows notifications only of apps on its Home Screen. Add the admin to it first:',
  installSteps: [
    'Open this page in Safari and press "Share".',
    'Choose "Add to Home Screen" and press "Add".',
    'Open the admin from the Home Screen, sign in, and turn on notifications there.',
  ],
  signOut: 'Logging out here also turns them off on this device. A session that expires leaves them on.',
};
