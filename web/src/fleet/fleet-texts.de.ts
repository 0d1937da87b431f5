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
  tag: 'Schlagwörter',
  anyTag: 'Jedes Schlagwort',
  whichSites: 'Welche Websites',
  whichSites2: 'Welche Websites?',
  theWhatAreOn:
    'Diese Daten ({what}) liegen auf den Websites, die beim Öffnen abgefragt werden. Wählen Sie oben eine Website, einen Kunden oder ein Schlagwort. Alle auf einmal dauert eine Weile, und Websites, die nicht innerhalb von 25 Sekunden antworten, fehlen.',
  groupnameHasTotalSites: '{groupName} hat {total} Websites; die ersten {max} wurden genommen.',
  addASite: 'Website hinzufügen',
  allOfAClient: 'Alle eines Kunden',
  allWithATag: 'Alle mit einem Schlagwort',
  clearAllCount: 'Alle {count} entfernen',
  chosenSites: 'Ausgewählte Websites',
  leaveOutName: '{name} auslassen',
  sites: 'Websites',
  allSitesOfClients: 'Alle Websites von Kunden',
  addAClient: 'Kunden hinzufügen',
  allSitesWithTags: 'Alle Websites mit Schlagwörtern',
  addATag: 'Schlagwort hinzufügen',
  askAllSites: 'Alle Websites abfragen',
  askSites: 'Alle {sites, number} Websites abfragen',
} satisfies Translation<typeof fleetTexts>
