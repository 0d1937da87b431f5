import type { Translation } from '../texts/define-texts.ts'
import type { approvalTexts } from './approval-texts.ts'

export default {
  approvals: 'Freigaben',
  introduction:
    'Änderungen, die API-Schlüssel erst nach der Freigabe durch eine Person vornehmen dürfen. Eine Anfrage läuft nach 10 Minuten ab.',
  operation: 'Vorgang',
  state: 'Status',
  by: 'Schlüssel',
  targets: 'Ziele',
  requested: 'Angefragt',
  decided: 'Entschieden von',
  pendingOnly: 'Offen',
  all: 'Alle',
  none: 'Noch keine Anfragen',
  noneHint:
    'Erstellen Sie unter Zugang einen API-Schlüssel für einen Agenten. Seine Änderungen erscheinen hier, bevor sie ausgeführt werden.',
  noneWaits: 'Keine Anfrage wartet auf eine Entscheidung',
  noneWaitsHint: 'Wählen Sie „Alle“, um frühere Anfragen zu sehen.',
  stateOf:
    '{state, select, pending {Offen} approved {Freigegeben, noch nicht ausgeführt} used {Freigegeben und gesendet} refused {Abgelehnt} outdated {Überholt} expired {Abgelaufen} other {{state}}}',
  title: 'Freigabe: {operation}',
  allApprovals: 'Alle Freigaben',
  expires: 'Der Schlüssel kann genau diesen Aufruf einmal senden. Die Anfrage läuft ab: <time></time>',
  expiredText:
    'Die Anfrage lief ab, bevor sie entschieden oder verwendet wurde. Das Programm muss den Aufruf erneut senden.',
  outdatedText:
    'Die Daten haben sich geändert, und der Aufruf würde jetzt etwas anderes tun. Das Programm muss ihn erneut senden.',
  usedText:
    '{user} hat diesen Aufruf freigegeben, und der Schlüssel hat ihn gesendet. Das Protokoll zeigt das Ergebnis.',
  refusedText: '{user} hat diesen Aufruf abgelehnt.',
  approvedText: '{user} hat diesen Aufruf freigegeben. Er läuft, wenn der Schlüssel ihn erneut sendet.',
  noPasskey:
    'Zum Freigeben brauchen Sie einen Passkey: Er signiert genau das, was hier steht. <account>Unter „Mein Konto“ hinzufügen</account>.',
  approve: 'Mit Passkey freigeben',
  approving: 'Wird freigegeben',
  refuse: 'Ablehnen',
  refusing: 'Wird abgelehnt',
  refused: 'Aufruf abgelehnt',
  approved: 'Aufruf freigegeben. Der Schlüssel kann ihn jetzt senden.',
  wouldDo: 'Was geschehen würde',
  affected: '{count, plural, one {# Ziel} other {# Ziele}}',
  shown: 'Die ersten {shown, number} von {count, number} werden gezeigt. Die Prüfsumme umfasst alle.',
  request: 'Die Anfrage',
  key: 'Angefragt von',
  input: 'Eingaben',
  noInput: 'Der Aufruf hat keine Eingaben.',
  digest: 'Prüfsumme (SHA-256)',
  hosts: 'Hosts im Aufruf',
} satisfies Translation<typeof approvalTexts>
