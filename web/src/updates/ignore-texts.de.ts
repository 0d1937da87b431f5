import type { Translation } from '../texts/define-texts.ts'
import type { ignoreTexts } from './ignore-texts.ts'

export default {
  ignoring: '{name} wird ignoriert',
  ignored: '{name} wird ignoriert',
  ignoredUntil: '{name} wird bis {day} ignoriert',
  listing: 'Aktualisierungen von {name} werden wiederhergestellt',
  listed: 'Aktualisierungen von {name} werden wieder aufgeführt',
  title: '{what} ignorieren',
  ignore: 'Ignorieren',
  cancel: 'Abbrechen',
  hint: 'Ignorierte Aktualisierungen werden weder aufgeführt noch installiert. Sie stehen in der Liste der ignorierten Aktualisierungen, bis die Regel endet.',
  reason: 'Grund (optional)',
  reasonHint: 'Wird in der Liste der ignorierten Aktualisierungen angezeigt.',
  until: 'Bis (optional)',
  untilHint:
    'Die Aktualisierungen werden an diesem Tag wieder aufgeführt. Leer lassen, um sie zu ignorieren, bis Sie es beenden.',
  ends: 'Endet',
  noEnd: 'Kein Enddatum',
  reasonTitle: 'Grund',
  whichVersions: 'Versionen',
  onlyVersion: 'Nur {version}',
  onlyAvailable: 'Nur die jetzt verfügbaren Versionen',
  allVersions: 'Alle Versionen, auch künftige',
  where: 'Websites',
  onlyOn: 'Nur auf {site}',
  everySite: 'Auf allen Websites, auch künftigen',
} satisfies Translation<typeof ignoreTexts>
