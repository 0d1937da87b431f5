import type { Translation } from '../texts/define-texts.ts'
import type { accessTexts } from './access-texts.ts'

export default {
  whichSites: 'Websites',
  allSites: 'Alle Websites',
  someSites: 'Nur bestimmte Websites',
  noSite: 'Keine Website',
  limitsHint:
    'Websites, die in einer dieser Listen stehen, auch solche, die ein Kunde oder Schlagwort später bekommt. Alles andere ist nicht sichtbar.',
  limitClients: 'Websites dieser Kunden',
  limitTags: 'Websites mit diesen Schlagwörtern',
  limitSites: 'Diese Websites',
  withinOwner: '{limits}, innerhalb der Grenzen des Besitzers',
  addClient: 'Kunden hinzufügen',
  addTag: 'Schlagwort hinzufügen',
  addSite: 'Website hinzufügen',
  ofClients: '{count, plural, one {Websites von # Kunden} other {Websites von # Kunden}}',
  ofTags: '{count, plural, one {Websites mit # Schlagwort} other {Websites mit # Schlagwörtern}}',
  ofSites: '{count, plural, one {# Website} other {# Websites}}',
  roleName: 'Name',
  addRole: 'Rolle hinzufügen',
  editRole: 'Rolle {name} bearbeiten',
  deleteRole: '{name} löschen',
  roleActions: 'Mehr zu {name}',
  customRoles: 'Eigene Rollen',
  noCustomRolesHint:
    'Eine eigene Rolle erlaubt genau das, was Sie auswählen, zum Beispiel nur Beiträge und Kommentare.',
  usersWithRole: '{count, plural, one {# Benutzer} other {# Benutzer}}',
  rolesNote:
    'Das Dashboard zeigt jedem nur, was er tun darf. Ein API-Schlüssel hat nie mehr Rechte als sein Besitzer; er kann weniger haben: nur lesen, nur bestimmte Websites, nur bis zu einem Datum.',
  readOnly: '{subject} (lesen)',
  permissionsHint: 'Ändern schließt Lesen ein. Benutzer, Rollen und API-Schlüssel verwalten nur Administratoren.',
  subject: 'Bereich',
  mayRead: 'Lesen',
  mayChange: 'Ändern',
  save: 'Speichern',
  edit: 'Bearbeiten',
  delete: 'Löschen',
  disableTitle: '{login} deaktivieren',
  disable: 'Deaktivieren',
  disableText:
    'Die Person kann sich nicht mehr anmelden. Sitzungen enden sofort, Anwendungspasswörter werden widerrufen, ihre laufenden Aufträge werden gestoppt. Zeitpläne laufen weiter.',
  deleteTitle: '{login} löschen',
  deleteText:
    'Das Konto, seine Sitzungen und Anwendungspasswörter werden gelöscht. Das kann nicht rückgängig gemacht werden.',
  transferTo: 'API-Schlüssel und Einladungen übergeben an',
  transferNone: 'Niemand; die API-Schlüssel funktionieren nicht mehr',
  transferHint:
    'Schlüssel, die durch den neuen Besitzer mehr Rechte bekämen, werden ausgeschaltet. Einladungen müssen neu gesendet werden.',
  owns: 'Die Person besitzt {api_keys, plural, one {# API-Schlüssel} other {# API-Schlüssel}} und {invitations, plural, one {# offene Einladung} other {# offene Einladungen}}.',
  importUsers: 'Aus einer Tabelle einladen',
} satisfies Translation<typeof accessTexts>
