import type { Language } from '../../../operation/language.ts'

/** Custom roles have names of their own. */
const roles: Record<string, string> = { administrator: 'administrator', manager: 'manager', viewer: 'viewer' }

/** E-mails to one user, in the language that the user has chosen; invitations in that of the inviter. `de` has the same members, which the compiler checks. */
const en = {
  resetSubject: 'Choose a new password for Flotilla',
  resetRequested: (login: string) =>
    `A new password was requested for the user ${login}. The link opens a page where you choose it.`,
  resetValid: 'It is valid for 30 minutes and can be used once. Your current password stays valid until then.',
  resetLink: 'Choose a new password',
  resetFooter: 'Sent by Flotilla. Ignore this e-mail if you did not request a new password.',
  inviteSubject: 'Your invitation to Flotilla',
  invited: (inviter: string, role: string) =>
    `${inviter} invites you to Flotilla with the role ${role}. The link opens a page where you choose your user name and password.`,
  inviteValid: 'It is valid for 7 days and can be used once.',
  inviteLink: 'Accept the invitation',
  inviteFooter: 'Sent by Flotilla. Ignore this e-mail if you do not know who sent it.',
  roles,
  deviceSubject: 'New sign-in to Flotilla',
  deviceUnknown: (login: string) => `The user ${login} signed in from a browser that Flotilla does not know.`,
  deviceFacts: (at: string, address: string | null, browser: string | null) =>
    `Time: ${at}. Address: ${address ?? 'unknown'}. Browser: ${browser ?? 'unknown'}.`,
  deviceAdvice:
    'If this was not you, change your password: that ends all other sessions. Then check the second factors of your account.',
}

const de: typeof en = {
  resetSubject: 'Neues Passwort für Flotilla wählen',
  resetRequested: (login) =>
    `Für den Benutzer ${login} wurde ein neues Passwort angefordert. Der Link öffnet eine Seite, auf der Sie es wählen.`,
  resetValid: 'Er gilt 30 Minuten und kann einmal verwendet werden. Bis dahin gilt Ihr bisheriges Passwort.',
  resetLink: 'Neues Passwort wählen',
  resetFooter: 'Gesendet von Flotilla. Ignorieren Sie diese E-Mail, wenn Sie kein neues Passwort angefordert haben.',
  inviteSubject: 'Ihre Einladung zu Flotilla',
  invited: (inviter, role) =>
    `${inviter} lädt Sie mit der Rolle ${role} zu Flotilla ein. Der Link öffnet eine Seite, auf der Sie Benutzernamen und Passwort wählen.`,
  inviteValid: 'Er gilt 7 Tage und kann einmal verwendet werden.',
  inviteLink: 'Einladung annehmen',
  inviteFooter: 'Gesendet von Flotilla. Ignorieren Sie diese E-Mail, wenn Sie den Absender nicht kennen.',
  roles: { administrator: 'Administrator', manager: 'Manager', viewer: 'Betrachter' },
  deviceSubject: 'Neue Anmeldung bei Flotilla',
  deviceUnknown: (login) => `Der Benutzer ${login} hat sich von einem Browser angemeldet, den Flotilla nicht kennt.`,
  deviceFacts: (at, address, browser) =>
    `Zeit: ${at}. Adresse: ${address ?? 'unbekannt'}. Browser: ${browser ?? 'unbekannt'}.`,
  deviceAdvice:
    'Wenn Sie das nicht waren, ändern Sie Ihr Passwort: Das beendet alle anderen Sitzungen. Prüfen Sie dann die zweiten Faktoren Ihres Kontos.',
}

const all: Record<Language, typeof en> = { en, de }

export const mailTextsIn = (language: Language): typeof en => all[language]
