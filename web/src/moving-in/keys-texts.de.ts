import type { Translation } from '../texts/define-texts.ts'
import type { keysTexts } from './keys-texts.ts'

export default {
  restKeys: 'REST-Schlüssel des alten Dashboards',
  toKeys: 'API-Schlüssel erstellen',
  noRestKeys: 'Kein Skript braucht einen neuen Schlüssel',
  noRestKeysHint: 'REST-Schlüssel eines importierten Dashboards stehen hier.',
  needNewKey:
    '{count, plural, one {Skripte mit diesem Schlüssel brauchen einen neuen: Das alte Dashboard speichert nur einen Hash, der nicht übernommen werden kann.} other {Skripte mit diesen # Schlüsseln brauchen neue: Das alte Dashboard speichert nur Hashes, die nicht übernommen werden können.}}',
  howToReplace:
    'Erstellen Sie für jedes Skript einen API-Schlüssel und ändern Sie darin Adresse und Schlüssel. Für Skripte, die ck_ und cs_ senden, wählen Sie beim Erstellen „Für ein Skript des etablierten Dashboards“; docs/scripts.md beschreibt es genauer.',
  keyFacts: 'Endet auf {ending}, Berechtigungen: {permissions}, aus {source}',
  unnamed: 'Ohne Beschreibung',
  ids: 'IDs importierter Einträge',
  idsIntroduction:
    'Skripte mit einer ID, die hier neu ist, müssen geändert werden. Bei Einträgen mit derselben ID ist nichts zu tun.',
  name: 'Name',
  deleted: 'In Flotilla gelöscht',
  kind: 'Art',
  anyKind: 'Alle Arten',
  site: 'Website',
  client: 'Kunde',
  tag: 'Schlagwort',
  cost: 'Kosten',
  oldId: 'Alte ID',
  newId: 'ID in Flotilla',
  state: 'ID',
  anyState: 'Alle IDs',
  kept: 'Dieselbe ID',
  changed: 'Neue ID',
  noIds: 'Noch nichts importiert',
  noIdsMatch: 'Keine passenden IDs',
} satisfies Translation<typeof keysTexts>
