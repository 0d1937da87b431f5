import { defineTexts } from '../../texts/define-texts.ts'

export const checkLabelTexts = defineTexts({
  wordpress: 'WordPress is up to date',
  encryption: 'The site is reached with encryption',
  php: 'PHP 8.0 or newer',
  plugins: 'Plugins are up to date',
  themes: 'Themes are up to date',
  debug: 'The debug mode is off',
  phpErrors: 'Visitors see no errors of PHP',
  databaseErrors: 'Visitors see no errors of the database',
  inactivePlugins: 'No inactive plugins',
  inactiveThemes: 'No inactive themes',
  version: 'The homepage does not show the WordPress version',
})
