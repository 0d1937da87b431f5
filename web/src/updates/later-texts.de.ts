import type { Translation } from '../texts/define-texts.ts'
import type { laterTexts } from './later-texts.ts'

export default {
  finding: '{time}: {message}',
  findings: 'Später festgestellt',
  runAmended:
    '<b>{count, plural, one {# Aktualisierung} other {# Aktualisierungen}} dieses Laufs {count, plural, one {hat} other {haben}} nach seinem Ende ein anderes Ergebnis.</b> Die Liste zeigt den heutigen Stand.',
  showAmended: 'Im Verlauf anzeigen',
  runFailedLater:
    'Aktualisiert, aber {count, plural, one {# Aktualisierung ist} other {# Aktualisierungen sind}} später fehlgeschlagen oder zurückgesetzt',
  failedLater: 'Später fehlgeschlagen',
  updatesFailedLater: 'Später fehlgeschlagene Aktualisierungen',
  amendedOnly: 'Mit späteren Feststellungen ✕',
} satisfies Translation<typeof laterTexts>
