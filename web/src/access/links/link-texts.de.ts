import type { Translation } from '../../texts/define-texts.ts'
import type { linkTexts } from './link-texts.ts'

export default {
  documentTitle: '{page} · Flotilla',
  backToSignIn: 'Zurück zur Anmeldung',
  incompleteLink:
    'Diese Adresse ist unvollständig. Öffnen Sie den Link in der E-Mail noch einmal oder kopieren Sie ihn ganz.',
  userName: 'Benutzername',
  forgotPassword: 'Passwort vergessen?',
  resetTitle: 'Neues Passwort anfordern',
  resetIntroduction:
    'Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein. Sie bekommen eine E-Mail mit einem Link, über den Sie ein neues Passwort wählen.',
  userNameOrEmail: 'Benutzername oder E-Mail-Adresse',
  sendLink: 'Link senden',
  resetOff: 'Das Zurücksetzen von Passwörtern per E-Mail ist ausgeschaltet',
  resetOffAdvice: 'Bitten Sie einen Administrator um ein neues Passwort.',
  checkMail: 'Prüfen Sie Ihre E-Mails',
  newPasswordTitle: 'Neues Passwort wählen',
  newPasswordIntroduction:
    'Dabei enden alle Ihre Sitzungen, und Ihre Anwendungspasswörter werden widerrufen. Haben Sie einen zweiten Faktor, brauchen Sie ihn weiterhin zum Anmelden.',
  switchOffKeys: 'Auch meine API-Schlüssel ausschalten',
  switchOffKeysHint: 'Wählen Sie das, wenn eine andere Person Ihr Konto benutzt haben könnte.',
  setPassword: 'Passwort festlegen',
  passwordChanged: 'Ihr Passwort wurde geändert',
  signInNow: 'Melden Sie sich mit dem neuen Passwort an.',
  invitationTitle: 'Einladung annehmen',
  invitedAs: '{inviter} lädt {email} als {role} zu Flotilla ein.',
  yourName: 'Ihr Name',
  acceptInvitation: 'Mein Konto anlegen',
} satisfies Translation<typeof linkTexts>
