import { defineTexts } from '../../texts/define-texts.ts'

export const checkLabelTexts = defineTexts({
  wordpress: 'WordPress is up to date',
  encryption: 'The site uses https',
  php: 'PHP 8.0 or newer',
  plugins: 'Plugins are up to date',
  themes: 'Themes are up to date',
  debug: 'Debug mode is off',
  phpErrors: 'Visitors see no PHP errors',
  databaseErrors: 'Visitors see no database errors',
  inactivePlugins: 'No inactive plugins',
  inactiveThemes: 'No inactive themes',
  version: 'The homepage does not show the WordPress version',
})
