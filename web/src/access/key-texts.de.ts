import type { Translation } from '../texts/define-texts.ts'
import type { keyTexts } from './key-texts.ts'

export default {
  compatible: 'Für ein Skript des etablierten Dashboards',
  compatibleHint:
    'Erstellt zusätzlich ein Paar ck_… und cs_… für Skripte, die keinen anderen Header senden können. Es hat dieselben Rechte wie der Schlüssel und gilt nur unter /wp-json/mainwp/v2.',
  forAgent: 'Für einen KI-Agenten oder ein anderes Programm, das selbstständig handelt',
  forAgentHint: 'Jede Änderung braucht die Freigabe einer Person, unter Freigaben.',
  changes: 'Änderungen',
  destroys: 'Änderungen, die nicht rückgängig gemacht werden können',
  automatic: 'Werden sofort ausgeführt',
  ask: 'Brauchen eine Freigabe',
  never: 'Abgelehnt',
  ofProvider: 'Nutzt Token des Identitätsanbieters',
  needsApproval: 'Änderungen brauchen eine Freigabe',
  newKey: 'Der neue Schlüssel',
  copied: 'Ich habe ihn kopiert',
  allCopied: 'Ich habe alles kopiert',
  token: 'Der Schlüssel',
  howToSend: 'Programme senden ihn als <code>Authorization: Bearer …</code>',
  pair: 'Das Paar für Skripte des etablierten Dashboards',
  consumerKey: 'Consumer Key',
  consumerSecret: 'Consumer Secret',
  howToSendPair:
    'Ändern Sie im Skript den Host in <code>{host}</code> sowie Schlüssel und Secret in diese. Das Skript sendet sie als Benutzername und Passwort (Basic). Sie gelten nur unter <code>/wp-json/mainwp/v2</code>.',
  pairInAddress:
    'Skripte, die sie in der Adresse senden (<code>?consumer_key=…</code>), brauchen zusätzlich die Einstellung „API-Schlüssel in der Adresse annehmen“: Einstellungen, Erweitert, API.',
  compatibleBadge: 'mit Paar ck_/cs_',
} satisfies Translation<typeof keyTexts>
