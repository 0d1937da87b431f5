import type { Translation } from '../texts/define-texts.ts'
import type { approvalTexts } from './approval-texts.ts'

export default {
  approvals: 'Freigaben',
  introduction:
    'Aufrufe von API-Schlüsseln, die erst etwas ändern dürfen, wenn eine Person sie freigegeben hat. Eine Anfrage endet nach 10 Minuten.',
  operation: 'Vorgang',
  state: 'Status',
  by: 'Schlüssel',
  targets: 'Ziele',
  requested: 'Angefragt',
  decided: 'Entschieden von',
  pendingOnly: 'Offen',
  all: 'Alle',
  none: 'Noch kein Aufruf brauchte eine Freigabe',
  noneHint:
    'Erstellen Sie einen API-Schlüssel für einen Agenten (Benutzer und Schlüssel). Seine Änderungen erscheinen hier, bevor sie ausgeführt werden.',
  noneWaits: 'Kein Aufruf wartet auf eine Entscheidung',
  noneWaitsHint: 'Wählen Sie „Alle“, um die früheren zu sehen.',
  stateOf:
    '{state, select, pending {Offen} approved {Freigegeben, noch nicht ausgeführt} used {Freigegeben und gesendet} refused {Abgelehnt} outdated {Überholt} expired {Abgelaufen} other {{state}}}',
  title: 'Freigabe: {operation}',
  allApprovals: 'Alle Freigaben',
  expires: 'Der Schlüssel kann genau diesen Aufruf einmal senden. Die Anfrage endet <time></time>',
  expiredText:
    'Die Anfrage endete, bevor sie entschieden oder verwendet wurde. Das Programm muss den Aufruf erneut senden.',
  outdatedText: 'Der Aufruf würde jetzt etwas anderes tun. Das Programm muss ihn erneut senden.',
  usedText:
    '{user} hat diesen Aufruf freigegeben, und der Schlüssel hat ihn gesendet. Das Änderungsprotokoll zeigt das Ergebnis.',
  refusedText: '{user} hat diesen Aufruf abgelehnt.',
  approvedText: '{user} hat diesen Aufruf freigegeben. Er läuft, wenn der Schlüssel ihn erneut sendet.',
  noPasskey:
    'Zum Freigeben brauchen Sie einen Passkey: Er unterschreibt genau das, was hier steht. <account>Auf der Seite „Mein Konto“ hinzufügen</account>.',
  approve: 'Mit Passkey freigeben',
  approving: 'Wird freigegeben',
  refuse: 'Ablehnen',
  refusing: 'Wird abgelehnt',
  refused: 'Der Aufruf ist abgelehnt',
  approved: 'Der Aufruf ist freigegeben. Der Schlüssel kann ihn jetzt senden.',
  wouldDo: 'Was geschehen würde',
  affected: '{count, plural, one {# Ziel} other {# Ziele}}',
  shown: 'Die ersten {shown, number} von {count, number} werden gezeigt. Die Prüfsumme umfasst alle.',
  request: 'Die Anfrage',
  key: 'Angefragt von',
  input: 'Eingaben',
  noInput: 'Der Aufruf hat keine Eingaben.',
  digest: 'Prüfsumme (SHA-256)',
  hidden: 'verborgen',
} satisfies Translation<typeof approvalTexts>
