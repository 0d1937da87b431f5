import { defineTexts } from '../../texts/define-texts.ts'

export const singleSignOnTexts = defineTexts({
  // Sign-in page and callback page
  signInWith: 'Sign in with {name}',
  yourProvider: 'your organisation',
  finishing: 'Signing in',
  incompleteAnswer: 'The identity provider sent an incomplete answer. Sign in again.',
  sessionEnded: 'Your session has ended. Sign in, then link the account again.',

  // Account page
  accountTitle: 'Single sign-on',
  notLinked: 'Link your account at {name} to sign in with it. Your groups there then decide your role.',
  linked: 'Linked to your account at {name}.',
  yourPassword: 'Your password',
  link: 'Link my account',
  unlink: 'Remove the link',
  unlinkByAdministrator: 'To remove the link, ask an administrator to give you a password.',
  unlinked: 'Link removed',

  // Settings
  introduction:
    'Users sign in with the account of your organisation (OpenID Connect). Their groups decide their role; users without a matching group have no access. Keep one administrator with a password in case the provider fails.',
  connection: 'Identity provider',
  enabled: 'Allow sign-in with this provider',
  name: 'Name',
  nameHint: 'Shown on the button of the sign-in page.',
  issuer: 'Issuer',
  issuerHint: 'The https address of the provider, as in its documentation.',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  secretStored: 'A secret is stored. Leave this empty to keep it.',
  secretNone: 'Stored encrypted and never shown again.',
  scopes: 'Scopes',
  redirectHint: 'Register this address at the provider: <code>{address}</code>',
  redirectMissing:
    'Set PUBLIC_URL to the address people use and start the service again. Without it single sign-on is off.',
  groups: 'Groups',
  groupClaim: 'Groups claim',
  groupsHint: 'The first group in this list that a user belongs to decides.',
  group: 'Group {number, number}',
  role: 'Role of group {number, number}',
  limits:
    '{count, plural, =0 {All sites for group {number, number}} one {1 limit of group {number, number}} other {# limits of group {number, number}}}',
  limitsTitle: 'Limits of the group {group}',
  limitsDone: 'Done',
  addGroup: 'Add a group',
  removeGroup: 'Remove group {number, number}',
  noGroups: 'No group has access yet, so the provider cannot be used to sign in.',
  keyDays: 'Days without sign-in until access stops',
  keyDaysHint:
    'Applies to API keys, application passwords, passkeys and passwords of users who sign in with the provider.',
  save: 'Save',
  saved: 'Saved',
})
