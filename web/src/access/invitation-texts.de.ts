import type { Translation } from '../texts/define-texts.ts'
import type { invitationTexts } from './invitation-texts.ts'

export default {
  inviteTitle: 'Kollegen einladen',
  sendInvitation: 'Einladung senden',
  introduction:
    'Die Person bekommt eine E-Mail mit einem Link, über den sie ihr Konto anlegt. Er gilt 7 Tage und kann einmal verwendet werden.',
  emailAddress: 'E-Mail-Adresse',
  name: 'Name',
  role: 'Rolle',
  withoutEmail: 'Stattdessen einen Benutzer mit Einmalpasswort anlegen',
  emailOff: 'Einladungen per E-Mail sind ausgeschaltet: {reason}',
  sentTo: 'Einladung an {email} gesendet',
  openInvitations: 'Offene Einladungen',
  stateOpen: 'Offen',
  stateExpired: 'Abgelaufen',
  stateVoid: 'Ungültig',
  limited: 'Eingeschränkt',
  stateVoidHint:
    'Wer eingeladen hat, hat keinen Zugang mehr oder darf diese Rolle nicht mehr vergeben. Senden Sie die Einladung erneut, um sie zu erneuern.',
  nameAndEmail: '{name}, {email}',
  validUntil: '{role}, eingeladen von {inviter}, läuft ab: <time></time>',
  expiredAt: '{role}, eingeladen von {inviter}, abgelaufen: <time></time>',
  moreFor: 'Mehr zu {email}',
  sendAgain: 'Erneut senden',
  sending: 'Einladung wird gesendet',
  withdraw: 'Zurückziehen',
  withdrawTitle: 'Einladung an {email} zurückziehen?',
  withdrawText: 'Der Link in der E-Mail funktioniert dann nicht mehr.',
  withdrawing: 'Einladung wird zurückgezogen',
  withdrawn: 'Einladung an {email} zurückgezogen',
} satisfies Translation<typeof invitationTexts>
