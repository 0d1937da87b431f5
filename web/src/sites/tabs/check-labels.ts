import { checkLabelTexts } from './check-label-texts.ts'

/** The checks of the connector when they have passed. */
export const checkLabels: Readonly<Record<string, string>> = {
  wp_uptodate: checkLabelTexts.wordpress,
  sslprotocol: checkLabelTexts.encryption,
  phpversion_matched: checkLabelTexts.php,
  sec_outdated_plugins: checkLabelTexts.plugins,
  sec_outdated_themes: checkLabelTexts.themes,
  debug_disabled: checkLabelTexts.debug,
  php_reporting: checkLabelTexts.phpErrors,
  db_reporting: checkLabelTexts.databaseErrors,
  sec_inactive_plugins: checkLabelTexts.inactivePlugins,
  sec_inactive_themes: checkLabelTexts.inactiveThemes,
  shown_version: checkLabelTexts.version,
}
