import type { Language } from '../../../operation/language.ts'

/** E-mails to one user, in the language that the user has chosen. `de` has the same members, which the compiler checks. */
const en = {
  resetSubject: 'Choose a new password for Flotilla',
  resetRequested: (login: string) =>
    `A new password was requested for the user ${login}. The link opens a page where you choose it.`,
  resetValid: 'It is valid for 30 minutes and can be used once. Your present password stays valid until then.',
  resetLink: 'Choose a new password',
  resetFooter: 'Sent by Flotilla. Ignore this e-mail if you did not request a new password.',
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
  deviceSubject: 'Neue Anmeldung bei Flotilla',
  deviceUnknown: (login) => `Der Benutzer ${login} hat sich von einem Browser angemeldet, den Flotilla nicht kennt.`,
  deviceFacts: (at, address, browser) =>
    `Zeit: ${at}. Adresse: ${address ?? 'unbekannt'}. Browser: ${browser ?? 'unbekannt'}.`,
  deviceAdvice:
    'Wenn Sie das nicht waren, ändern Sie Ihr Passwort: Das beendet alle anderen Sitzungen. Prüfen Sie dann die zweiten Faktoren Ihres Kontos.',
}

const all: Record<Language, typeof en> = { en, de }

export const mailTextsIn = (language: Language): typeof en => all[language]
