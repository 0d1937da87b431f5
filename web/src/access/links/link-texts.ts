import { defineTexts } from '../../texts/define-texts.ts'

export const linkTexts = defineTexts({
  // Shared by the pages of links
  documentTitle: '{page} · Flotilla',
  backToSignIn: 'Back to sign-in',
  incompleteLink: 'This address is incomplete. Open the link in the e-mail again, or copy all of it.',
  userName: 'User name',

  // Forgotten password
  forgotPassword: 'Forgot password?',
  resetTitle: 'Request a new password',
  resetIntroduction:
    'Enter your user name or e-mail address. You get an e-mail with a link for choosing a new password.',
  userNameOrEmail: 'User name or e-mail address',
  sendLink: 'Send the link',
  resetOff: 'Password resets by e-mail are off',
  resetOffAdvice: 'Ask an administrator for a new password.',
  checkMail: 'Check your e-mail',

  // New password
  newPasswordTitle: 'Choose a new password',
  newPasswordIntroduction:
    'This ends all your sessions and revokes your application passwords. If you have a second factor, you still need it to sign in.',
  switchOffKeys: 'Switch off my API keys too',
  switchOffKeysHint: 'Choose this if another person may have used your account.',
  setPassword: 'Set password',
  passwordChanged: 'Your password was changed',
  signInNow: 'Sign in with the new password.',

  // Invitation
  invitationTitle: 'Accept the invitation',
  invitedAs: '{inviter} invites {email} to Flotilla as {role}.',
  yourName: 'Your name',
  acceptInvitation: 'Create my account',
})
