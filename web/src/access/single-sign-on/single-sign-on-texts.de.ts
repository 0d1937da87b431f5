import type { Translation } from '../../texts/define-texts.ts'
import type { singleSignOnTexts } from './single-sign-on-texts.ts'

export default {
  signInWith: 'Mit {name} anmelden',
  yourProvider: 'Ihrer Organisation',
  finishing: 'Anmeldung läuft',
  incompleteAnswer: 'Der Identitätsanbieter hat eine unvollständige Antwort gesendet. Melden Sie sich erneut an.',
  sessionEnded: 'Ihre Sitzung ist beendet. Melden Sie sich an und verknüpfen Sie das Konto dann erneut.',
  accountTitle: 'Single Sign-on',
  notLinked:
    'Verknüpfen Sie Ihr Konto bei {name}, um sich damit anzumelden. Ihre Gruppen dort bestimmen dann Ihre Rolle.',
  linked: 'Mit Ihrem Konto bei {name} verknüpft.',
  yourPassword: 'Ihr Passwort',
  link: 'Mein Konto verknüpfen',
  unlink: 'Verknüpfung entfernen',
  unlinkByAdministrator: 'Um die Verknüpfung zu entfernen, bitten Sie einen Administrator um ein Passwort.',
  unlinked: 'Verknüpfung entfernt',
  introduction:
    'Benutzer melden sich mit dem Konto Ihrer Organisation an (OpenID Connect). Ihre Gruppen bestimmen ihre Rolle; Benutzer ohne passende Gruppe haben keinen Zugang. Behalten Sie einen Administrator mit Passwort für den Fall, dass der Anbieter ausfällt.',
  connection: 'Identitätsanbieter',
  enabled: 'Anmeldung mit diesem Anbieter erlauben',
  name: 'Name',
  nameHint: 'Steht auf der Schaltfläche der Anmeldeseite.',
  issuer: 'Aussteller (Issuer)',
  issuerHint: 'Die https-Adresse des Anbieters, wie in seiner Dokumentation.',
  clientId: 'Client-ID',
  clientSecret: 'Client-Secret',
  secretStored: 'Ein Secret ist gespeichert. Lassen Sie das Feld leer, um es zu behalten.',
  secretNone: 'Wird verschlüsselt gespeichert und nie wieder angezeigt.',
  scopes: 'Scopes',
  redirectHint: 'Tragen Sie diese Adresse beim Anbieter ein: <code>{address}</code>',
  redirectMissing:
    'Setzen Sie PUBLIC_URL auf die Adresse, die Benutzer verwenden, und starten Sie den Dienst neu. Ohne sie ist Single Sign-on ausgeschaltet.',
  groups: 'Gruppen',
  groupClaim: 'Claim mit den Gruppen',
  groupsHint: 'Es gilt die erste Gruppe dieser Liste, zu der ein Benutzer gehört.',
  group: 'Gruppe {number, number}',
  role: 'Rolle der Gruppe {number, number}',
  limits:
    '{count, plural, =0 {Alle Websites für Gruppe {number, number}} one {1 Einschränkung der Gruppe {number, number}} other {# Einschränkungen der Gruppe {number, number}}}',
  limitsTitle: 'Einschränkungen der Gruppe {group}',
  limitsDone: 'Fertig',
  addGroup: 'Gruppe hinzufügen',
  removeGroup: 'Gruppe {number, number} entfernen',
  noGroups: 'Noch hat keine Gruppe Zugang, darum kann der Anbieter nicht zum Anmelden verwendet werden.',
  keyDays: 'Tage ohne Anmeldung, bis der Zugang endet',
  keyDaysHint:
    'Gilt für API-Schlüssel, Anwendungspasswörter, Passkeys und Passwörter von Benutzern, die sich über den Anbieter anmelden.',
  save: 'Speichern',
  saved: 'Gespeichert',
} satisfies Translation<typeof singleSignOnTexts>
