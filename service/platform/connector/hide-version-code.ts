/**
 * Hides the version of WordPress in pages and feeds of a site: a must-use plugin of one line, so that it stays until a person deletes it.
 * A constant, pinned by hide-version-code.test.ts; nothing is inserted into it.
 */
export const hideVersionCode = String.raw`
$folder = defined( 'WPMU_PLUGIN_DIR' ) ? WPMU_PLUGIN_DIR : WP_CONTENT_DIR . '/mu-plugins';
$file = $folder . '/flotilla-hide-version.php';
$code = '<?php' . "\n/*\nPlugin Name: Hide the WordPress version\nDescription: Written by Flotilla. Delete this file to show the version again.\n*/\nadd_filter( 'the_generator', '__return_empty_string', 99 );\n";
$written = ! is_link( $file ) && ( is_dir( $folder ) || wp_mkdir_p( $folder ) ) && strlen( $code ) === @file_put_contents( $file, $code, LOCK_EX );
echo 'FLOTILLA-VERSION ' . ( $written ? 'hidden' : 'not_writable' ) . ' END';
`.trim()
