import type { Translation } from '../texts/define-texts.ts'
import type { ignoreTexts } from './ignore-texts.ts'

export default {
  ignoring: '{name} wird ignoriert',
  ignored: '{name} ist ignoriert',
  ignoredUntil: '{name} ist bis {day} ignoriert',
  listing: '{name} wird wieder aufgeführt',
  listed: 'Updates von {name} werden wieder aufgeführt',
  title: '{what} ignorieren',
  ignore: 'Ignorieren',
  cancel: 'Abbrechen',
  hint: 'Ignorierte Updates werden weder aufgeführt noch installiert. Sie stehen in der Liste der ignorierten Updates, bis die Regel endet.',
  reason: 'Grund (freiwillig)',
  reasonHint: 'Wird in der Liste der ignorierten Updates angezeigt.',
  until: 'Bis (freiwillig)',
  untilHint: 'Die Updates werden an diesem Tag wieder aufgeführt. Ohne Tag: bis Sie das Ignorieren beenden.',
  ends: 'Endet',
  noEnd: 'Wenn Sie es beenden',
  reasonTitle: 'Grund',
  whichVersions: 'Versionen',
  onlyVersion: 'Nur {version}',
  onlyAvailable: 'Nur die jetzt verfügbaren Versionen',
  allVersions: 'Alle Versionen, auch künftige',
  where: 'Websites',
  onlyOn: 'Nur auf {site}',
  everySite: 'Auf allen Websites, auch künftigen',
} satisfies Translation<typeof ignoreTexts>
