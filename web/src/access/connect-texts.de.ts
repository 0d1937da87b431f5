import type { Translation } from '../texts/define-texts.ts'
import type { connectTexts } from './connect-texts.ts'

export default {
  title: 'Terminal verbinden',
  introduction:
    'Ein Programm auf Ihrem Computer zeigt nach „flotilla login“ einen Code. Geben Sie ihn hier ein. Geben Sie nie einen Code ein, den Ihnen eine andere Person geschickt hat.',
  code: 'Code',
  codeHint: 'Zum Beispiel k3f9-x2mp.',
  show: 'Weiter',
  asks: 'Dieses Programm fordert einen API-Schlüssel an',
  name: 'Name',
  address: 'Netzwerkadresse',
  unknownAddress: 'nicht bekannt',
  scopes: 'Berechtigungen',
  keyEnds: 'Schlüssel läuft ab',
  warning: 'Der Schlüssel handelt in Ihrem Namen. Jede Änderung, die er sendet, braucht vorher eine Freigabe.',
  confirm: 'Schlüssel erstellen',
  cancel: 'Abbrechen',
  confirmed: '„{name}“ kann den Schlüssel jetzt abholen. Sie können diese Seite schließen.',
} satisfies Translation<typeof connectTexts>
