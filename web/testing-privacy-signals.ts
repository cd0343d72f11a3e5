// What a browser sends that asks not to be tracked, and what is no such signal. The tracker is one file without imports
// (TRA-5), so it repeats the check of the source of a visit: the tests of both use these.
export const privacySignals = [{ globalPrivacyControl: true }, { doNotTrack: '1' }];
export const noPrivacySignals = [
  { globalPrivacyControl: false },
  { doNotTrack: '0' },
  { doNotTrack: 'unspecified' },
  {},
];
