import { defineTexts } from '../texts/define-texts.ts'

export const invitationTexts = defineTexts({
  inviteTitle: 'Invite a colleague',
  sendInvitation: 'Send invitation',
  introduction:
    'They get an e-mail with a link for creating their account. It is valid for 7 days and can be used once.',
  emailAddress: 'E-mail address',
  name: 'Name',
  role: 'Role',
  withoutEmail: 'Create a user with a one-time password instead',
  emailOff: 'Invitations by e-mail are off: {reason}',
  sentTo: 'Invitation sent to {email}',

  openInvitations: 'Open invitations',
  stateOpen: 'Open',
  stateExpired: 'Expired',
  stateVoid: 'Void',
  limited: 'Limited',
  stateVoidHint:
    'The user who sent it no longer has access or may no longer give this role. Send it again to renew it.',
  nameAndEmail: '{name}, {email}',
  validUntil: '{role}, invited by {inviter}, expires <time></time>',
  expiredAt: '{role}, invited by {inviter}, expired <time></time>',
  moreFor: 'More for {email}',
  sendAgain: 'Send again',
  sending: 'Sending the invitation',
  withdraw: 'Withdraw',
  withdrawTitle: 'Withdraw the invitation to {email}?',
  withdrawText: 'The link in the e-mail no longer works.',
  withdrawing: 'Withdrawing the invitation',
  withdrawn: 'Invitation to {email} withdrawn',
})
