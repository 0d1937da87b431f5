import { defineTexts } from '../texts/define-texts.ts'

export const factorTexts = defineTexts({
  // Second step of signing in
  enterCode: 'Enter the code of your authenticator app',
  code: 'Code',
  codeHint: 'Six digits, or one of your recovery codes.',
  signIn: 'Sign in',
  startAgain: 'Start again',
  // Account page
  secondFactor: 'Second factor',
  secondFactorIntroduction: 'With a second factor, a stolen password is not enough to sign in as you.',
  required: 'Your account must have a second factor.',
  requiredUntil: 'Your account must have a second factor by <time></time>.',
  authenticatorApp: 'Authenticator app',
  setUpSince: 'Set up <time></time>',
  notSetUp: 'Not set up',
  on: 'On',
  setUp: 'Set up',
  remove: 'Remove',
  recoveryCodes: 'Recovery codes',
  recoveryCodesLeft: '{count, plural, =0 {None left} one {# left} other {# left}}',
  newCodes: 'Create new ones',
  // Set-up
  setUpApp: 'Set up an authenticator app',
  setUpIntroduction:
    'You need an app that shows six-digit codes, such as Aegis, 2FAS, Google Authenticator or a password manager. Signing in then needs your password and a code. Your other sessions end.',
  start: 'Continue',
  scan: 'Scan this with the app, or enter the key manually:',
  qrCode: 'QR code with the key for the authenticator app',
  codeOfApp: 'Code that the app shows',
  confirm: 'Confirm',
  saveCodes: 'Save your recovery codes',
  saveCodesHint:
    'Each code signs you in once if you lose the app. They are shown only now: store them where you store your passwords.',
  copyCodes: 'Copy',
  copied: 'Copied',
  codesSaved: 'I have saved them',
  // Removing and replacing
  removeApp: 'Remove the authenticator app',
  removeHint: 'You will sign in with your password only. The recovery codes stop working.',
  removed: 'Authenticator app removed.',
  replaceCodes: 'Create new recovery codes',
  replaceHint: 'The codes that you have now stop working.',
  create: 'Create',
  // Confirming the identity again
  confirmIdentity: 'Confirm that it is you',
  confirmFactorHint: 'Confirm your second factor to continue. The confirmation is valid for 10 minutes.',
  confirmPasswordHint: 'Enter your password to continue. The confirmation is valid for 10 minutes.',
  confirmBySigningIn:
    'You must have signed in within the last 10 minutes. Sign out, then sign in again with your identity provider.',
  password: 'Your password',
  // Passkeys
  signInWithPasskey: 'Sign in with a passkey',
  usePasskey: 'Use a passkey',
  passkeys: 'Passkeys',
  passkeysHint: 'Sign in with your fingerprint, your face, a PIN or a security key instead of a password.',
  passkey: 'Passkey “{name}”',
  passkeyUsed: 'Added <created></created>, last used <used></used>',
  never: 'never',
  passkeysNeedName:
    'Passkeys do not work at an IP address. Open Flotilla by its host name (http://localhost on the same machine).',
  passkeysNotSupported: 'Passkeys need a newer browser and an encrypted connection (https).',
  passkeyCancelled: 'The passkey was not used: {detail}',
  addPasskey: 'Add a passkey',
  addPasskeyHint: 'Your browser or device creates it after you confirm here.',
  add: 'Add',
  passkeyName: 'Name',
  passkeyNameHint: 'The device, such as “Work laptop”.',
  deletePasskey: 'Remove the passkey “{name}”?',
  deletePasskeyHint: 'It can no longer sign you in. Remove it from the device, too.',
  deletingPasskey: 'Removing the passkey',
  passkeyDeleted: 'Passkey removed.',
  // Sessions
  unknownBrowser: 'Unknown browser',
  unknownAddress: 'Unknown address',
  signOutElsewhere: 'Sign out everywhere else',
  signingOutElsewhere: 'Signing out everywhere else',
  signedOutElsewhere: 'Signed out everywhere else.',
  // Page after the grace period
  setUpFirst: 'Set up a second factor',
  setUpFirstHint: 'Your administrator requires a second factor for your account. Set one up to continue.',
  signOut: 'Sign out',
})
