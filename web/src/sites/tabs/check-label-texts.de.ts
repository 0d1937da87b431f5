import type { Translation } from '../../texts/define-texts.ts'
import type { checkLabelTexts } from './check-label-texts.ts'

export default {
  wordpress: 'WordPress ist aktuell',
  encryption: 'Die Website verwendet https',
  php: 'PHP 8.0 oder neuer',
  plugins: 'Plugins sind aktuell',
  themes: 'Themes sind aktuell',
  debug: 'Debug-Modus ist aus',
  phpErrors: 'Besucher sehen keine PHP-Fehler',
  databaseErrors: 'Besucher sehen keine Datenbankfehler',
  inactivePlugins: 'Keine inaktiven Plugins',
  inactiveThemes: 'Keine inaktiven Themes',
  version: 'Die Startseite zeigt die WordPress-Version nicht',
} satisfies Translation<typeof checkLabelTexts>
