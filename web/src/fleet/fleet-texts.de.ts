import type { Translation } from '../texts/define-texts.ts'
import type { fleetTexts } from './fleet-texts.ts'

export default {
  neversynced: '{neversynced, plural, one {# Website wurde} other {# Websites wurden}} nie synchronisiert',
  theLastSyncOf:
    'die letzte Synchronisierung von {syncfailed, plural, one {# Website} other {# Websites}} ist fehlgeschlagen',
  stale: '{stale, plural, one {# Website wurde} other {# Websites wurden}} länger als geplant nicht synchronisiert',
  disconnected: '{disconnected, plural, one {# Website ist} other {# Websites sind}} nicht verbunden',
  site: 'Website',
  anySite: 'Jede Website',
  client: 'Kunde',
  anyClient: 'Jeder Kunde',
  tag: 'Schlagwort',
  anyTag: 'Jedes Schlagwort',
  whichSites: 'Welche Websites',
  whichSites2: 'Welche Websites?',
  theWhatAreOn:
    '{what, select, pages {Seiten} users {Benutzer} other {Beiträge}} werden von den Websites gelesen. Wählen Sie oben eine Website, einen Kunden oder ein Schlagwort. Alle Websites zu lesen dauert eine Weile; Websites, die nicht innerhalb von 25 Sekunden antworten, werden übersprungen.',
  groupnameHasTotalSites: '{groupName} hat {total, number} Websites; die ersten {max, number} wurden hinzugefügt.',
  addASite: 'Website hinzufügen',
  allOfAClient: 'Alle eines Kunden',
  allWithATag: 'Alle mit einem Schlagwort',
  clearAllCount: 'Alle {count} entfernen',
  chosenSites: 'Ausgewählte Websites',
  leaveOutName: '{name} entfernen',
  sites: 'Websites',
  allSitesOfClients: 'Alle Websites von Kunden',
  addAClient: 'Kunden hinzufügen',
  allSitesWithTags: 'Alle Websites mit Schlagwörtern',
  addATag: 'Schlagwort hinzufügen',
  askAllSites: 'Alle Websites lesen',
  askSites: 'Alle {sites, number} Websites lesen',
} satisfies Translation<typeof fleetTexts>
