import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunPhp } from '../../../testing/php/run-php.ts'

/** The tables and files of an established dashboard, as far as the export script reads them. */
export interface FakeDashboard {
  tables: Record<string, Record<string, unknown>[]>
  options: Record<string, unknown>
  /** Files of the pk folder. */
  pk: Record<string, Buffer | string>
}

/** How the script is called. */
export type ScriptCall =
  | 'wp-cli'
  | 'post'
  | 'get'
  | 'post without nonce'
  | 'post as an editor'
  | 'plugin loaded'
  | 'plugin loaded in wp-cli'
  | 'direct'

export interface ScriptResult {
  stdout: string
  stderr: string
  /** The calls of WordPress functions that would change something, send something or end with an error page. */
  calls: string[]
  /** Files of the server that differ afterwards. */
  changed: string[]
}

/** Runs the export script inside of a WordPress that is as small as possible. */
export async function runExportScript(
  php: RunPhp,
  script: string,
  dashboard: FakeDashboard,
  call: ScriptCall = 'wp-cli',
): Promise<ScriptResult> {
  const folder = await mkdtemp(join(tmpdir(), 'flotilla-export-'))
  try {
    await mkdir(join(folder, 'uploads', 'mainwp', 'pk'), { recursive: true })
    for (const [name, content] of Object.entries(dashboard.pk))
      await writeFile(join(folder, 'uploads', 'mainwp', 'pk', name), content)
    await writeFile(join(folder, 'script.php'), script)
    await writeFile(join(folder, 'data.json'), JSON.stringify({ ...dashboard, pk: undefined, call }))
    await writeFile(join(folder, 'wordpress.php'), wordpress)
    const before = await filesIn(folder)
    const { stdout, stderr } = await php(folder, call === 'direct' ? 'script.php' : 'wordpress.php')
    const calls = [...stderr.matchAll(/^CALL (.*)$/gm)].map(([, name]) => name ?? '')
    const after = await filesIn(folder)
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path),
    )
    return { stdout, stderr, calls, changed }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function filesIn(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'latin1')] as const)))
}

/** Functions of WordPress that the script calls. Each call that WordPress would not ignore is printed to stderr. */
const wordpress = String.raw`<?php
$data = json_decode( file_get_contents( __DIR__ . '/data.json' ), true );
$call = $data['call'];
define( 'ABSPATH', __DIR__ . '/' );
define( 'ARRAY_A', 'ARRAY_A' );
if ( false !== strpos( $call, 'wp-cli' ) ) { define( 'WP_CLI', true ); }
function say( $text ) { fwrite( fopen( 'php://stderr', 'w' ), $text . "\n" ); }
class Fake_Wpdb {
	public $prefix = 'wp_';
	public $last_error = '';
	public $tables;
	function suppress_errors( $quiet ) { return false; }
	function flush() {}
	function get_col( $sql ) {
		if ( ! preg_match( '/^SHOW COLUMNS FROM wp_mainwp_(\w+)$/', $sql, $found ) ) { say( 'CALL unknown query ' . $sql ); exit( 3 ); }
		return isset( $this->tables[ $found[1] ][0] ) ? array_keys( $this->tables[ $found[1] ][0] ) : array();
	}
	function get_results( $sql, $kind ) {
		$pattern = '/^SELECT (t\.[\w, .]+) FROM wp_mainwp_(\w+) t WHERE t\.(\w+) > (-?\d+)((?: AND .+)?) ORDER BY t\.(\w+) LIMIT (\d+)$/';
		if ( ! preg_match( $pattern, $sql, $found ) ) { say( 'CALL unknown query ' . $sql ); exit( 3 ); }
		$columns = explode( ', ', str_replace( 't.', '', $found[1] ) );
		$rows = array();
		foreach ( $this->tables[ $found[2] ] as $row ) {
			$given = isset( $row['name'] ) ? $row['name'] : '';
			if ( 'wp_options' === $found[2] && false === strpos( $found[5], "'" . $given . "'" ) ) { continue; }
			if ( 'lookup_item_objects' === $found[2] && 'cost' !== $row['item_name'] ) { continue; }
			if ( $row[ $found[3] ] <= (int) $found[4] || count( $rows ) >= (int) $found[7] ) { continue; }
			$picked = array();
			// A database returns every value as text.
			foreach ( $columns as $column ) { $picked[ $column ] = null === $row[ $column ] ? null : (string) $row[ $column ]; }
			$rows[] = $picked;
		}
		return $rows;
	}
}
$wpdb = new Fake_Wpdb();
$wpdb->tables = $data['tables'];
$actions = array();
function apply_filters( $name, $value ) { return $value; }
// wp eval-file runs after WordPress has loaded, plugins are included before.
function did_action( $name ) { global $call; return 'wp-cli' === $call && 'wp_loaded' === $name ? 1 : 0; }
function add_action( $name, $function ) { global $actions; $actions[ $name ] = $function; }
function wp_upload_dir( $time, $create ) { if ( $create ) { say( 'CALL wp_upload_dir creates a folder' ); } return array( 'basedir' => __DIR__ . '/uploads' ); }
function get_option( $name, $default = false ) { global $data; return array_key_exists( $name, $data['options'] ) ? $data['options'][ $name ] : $default; }
function get_site_option( $name, $default = false ) { return get_option( $name, $default ); }
function get_admin_url() { return 'https://old.example/wp-admin/'; }
function admin_url( $path ) { return 'https://old.example/wp-admin/' . $path; }
function get_bloginfo( $what ) { return 'Old dashboard'; }
function esc_html( $text ) { return htmlspecialchars( $text ); }
function esc_url( $text ) { return htmlspecialchars( $text ); }
function is_multisite() { return false; }
function nocache_headers() {}
function wp_nonce_field( $action ) { echo '<input type="hidden" name="_wpnonce" value="' . md5( $action ) . '">'; }
function add_management_page( $title, $menu, $capability, $slug, $function ) { say( 'CALL page for ' . $capability ); call_user_func( $function ); }
function current_user_can( $capability ) { global $call; return 'post as an editor' !== $call; }
function wp_die( $text, $title = '', $args = array() ) { say( 'CALL wp_die ' . $text ); exit; }
function check_admin_referer( $action ) { if ( ! isset( $_POST['_wpnonce'] ) || md5( $action ) !== $_POST['_wpnonce'] ) { wp_die( 'bad nonce' ); } }
foreach ( array( 'update_option', 'delete_option', 'add_option', 'wp_remote_post', 'wp_remote_get', 'wp_mail' ) as $name ) {
	eval( 'function ' . $name . '() { say( "CALL ' . $name . '" ); }' );
}
$_SERVER['REQUEST_METHOD'] = 0 === strpos( $call, 'post' ) ? 'POST' : 'GET';
if ( 'post' === $call || 'post as an editor' === $call ) {
	preg_match( '/final class (Flotilla_Export_(\w+))/', file_get_contents( __DIR__ . '/script.php' ), $names );
	$_POST['_wpnonce'] = md5( 'flotilla_export_' . $names[2] );
}
include __DIR__ . '/script.php';
foreach ( $actions as $name => $function ) {
	if ( 'plugin loaded' === $call && 'admin_menu' === $name ) { $function(); }
	if ( 'plugin loaded' !== $call && ! defined( 'WP_CLI' ) && 0 === strpos( $name, 'admin_post_' ) ) { call_user_func( $function ); }
}
`
