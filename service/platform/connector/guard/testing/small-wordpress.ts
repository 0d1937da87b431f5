import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { RunPhp } from '../../../../testing/php/run-php.ts'
import { buildGuardCall, type GuardRequest } from '../build-guard-call.ts'

/** One request to the small WordPress, stored in a file that it reads. */
export interface SmallRequest {
  admin?: boolean
  /** A screen of the administration instead of `admin-ajax.php`. */
  screen?: boolean
  rest?: boolean
  cron?: boolean
  /** Signed in as. */
  user?: 'administrator' | 'editor' | 'subscriber'
  /** For plugins that read parameters. */
  query?: Record<string, string>
  post?: Record<string, string>
  headers?: Record<string, string>
  /** Run by the connector at priority 9999 of `init`. */
  snippet?: string
  /** Installs `releases/<name>` over a plugin or theme, as WordPress does. */
  update?: { release: string; to: string; dies?: 'killed' | 'fatal'; leavesMaintenance?: boolean }
  /** Seconds that the clock of the site is ahead. */
  ahead?: number
}

export interface SmallAnswer {
  body: string
  /** False if a fatal error ended the request. */
  healthy: boolean
  stderr: string
}

/** Files that a test defines: path below the folder of WordPress → content. */
export type Files = Record<string, string>

export const pluginFile = (version: string, code = '') =>
  `<?php\n/**\n * Plugin Name: Demo\n * Version: ${version}\n * Author: Demo author\n */\n${code}\n`

/** A folder with as much of WordPress as the guard uses; every request is a run of real PHP. */
export class SmallWordPress {
  readonly folder: string
  readonly #php: RunPhp

  constructor(folder: string, php: RunPhp) {
    this.folder = folder
    this.#php = php
  }

  static async create(php: RunPhp, files: Files, options: Record<string, unknown> = {}): Promise<SmallWordPress> {
    const folder = await mkdtemp(join(tmpdir(), 'flotilla-guard-'))
    const site = new SmallWordPress(folder, php)
    await mkdir(join(folder, 'wp', 'wp-content', 'plugins'), { recursive: true })
    await mkdir(join(folder, 'wp', 'wp-content', 'themes'), { recursive: true })
    await mkdir(join(folder, 'releases'), { recursive: true })
    await site.write(files)
    await writeFile(join(folder, 'wordpress.php'), wordpress)
    await writeFile(
      join(folder, 'options.json'),
      JSON.stringify({ active_plugins: ['demo/demo.php'], home: 'http://127.0.0.1:9', ...options }),
    )
    return site
  }

  async write(files: Files): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      const full = join(this.folder, path.startsWith('releases/') ? path : join('wp', 'wp-content', path))
      await mkdir(dirname(full), { recursive: true })
      await writeFile(full, content)
    }
  }

  async request(request: SmallRequest = {}): Promise<SmallAnswer> {
    await writeFile(join(this.folder, 'request.json'), JSON.stringify(request))
    const { stdout, stderr } = await this.#php(this.folder, 'wordpress.php')
    return { body: stdout, healthy: stdout.includes('PAGE') || stdout.includes('SNIPPET'), stderr }
  }

  /** A guard call over the connector; the answer of the template. */
  async call(request: GuardRequest): Promise<{ guards: Record<string, unknown>[]; removed: number }> {
    const { body, stderr } = await this.request({ admin: true, snippet: buildGuardCall(request) })
    const [, json] = /FLOTILLA-GUARD (\{.*\}) END/s.exec(body) ?? []
    if (json === undefined)
      throw new Error(`The guard call has no answer: ${body.slice(0, 500)} ${stderr.slice(0, 500)}`)
    return JSON.parse(json)
  }

  async options(): Promise<Record<string, unknown>> {
    return JSON.parse(await readFile(join(this.folder, 'options.json'), 'utf8'))
  }

  async read(path: string): Promise<string | null> {
    return readFile(join(this.folder, 'wp', 'wp-content', path), 'utf8').catch(() => null)
  }

  /** All files and folders below wp, sorted. */
  async files(): Promise<string[]> {
    return (await readdir(join(this.folder, 'wp'), { recursive: true })).sort()
  }

  /** Serves it with several workers and OPcache that never looks at files again. Ends with the returned function. */
  async serve(program: string, environment: Record<string, string>): Promise<{ url: string; stop(): Promise<void> }> {
    // An own address: the port cannot be taken.
    const address = `127.${100 + randomInt(100)}.${randomInt(256)}.${1 + randomInt(254)}:8099`
    await this.set({ home: `http://${address}` })
    const flags = [
      'opcache.enable_cli=1',
      'opcache.validate_timestamps=0',
      'opcache.file_update_protection=0',
      'display_errors=0',
    ]
    const args = [...flags.flatMap((flag) => ['-d', flag]), '-S', address, join(this.folder, 'wordpress.php')]
    const env = { ...process.env, ...environment, PHP_CLI_SERVER_WORKERS: '4' }
    const server = spawn(program, args, { env, cwd: this.folder, stdio: 'ignore', detached: true })
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    const url = `http://${address}/`
    const stop = async () => {
      // The workers are processes of its group.
      if (server.pid && server.exitCode === null) process.kill(-server.pid, 'SIGKILL')
      await ended
    }
    return { url, stop }
  }

  async set(options: Record<string, unknown>): Promise<void> {
    await writeFile(join(this.folder, 'options.json'), JSON.stringify({ ...(await this.options()), ...options }))
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** Served by `php -S` or run from the command line. */
const wordpress = String.raw`<?php
error_reporting( -1 );
$is_web = 'cli-server' === PHP_SAPI;
$request = $is_web ? array() : json_decode( file_get_contents( __DIR__ . '/request.json' ), true );
if ( $is_web ) {
	$path = parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
	// Files below wp-content are served as a web server does; PHP files run.
	if ( 0 === strpos( $path, '/wp-content/' ) ) {
		$file = __DIR__ . '/wp' . $path;
		if ( is_dir( $file ) || ! file_exists( $file ) ) { http_response_code( 404 ); exit; }
		if ( '.php' === substr( $file, -4 ) ) { include $file; } else { readfile( $file ); }
		exit;
	}
	$request['admin'] = '/wp-admin/admin-ajax.php' === $path;
	$request['rest']  = isset( $_GET['rest_route'] );
	$request['query'] = $_GET;
	if ( isset( $_POST['snippet'] ) ) { $request['snippet'] = $_POST['snippet']; }
	if ( isset( $_POST['update'] ) ) { $request['update'] = json_decode( $_POST['update'], true ); }
}
foreach ( isset( $request['headers'] ) ? $request['headers'] : array() as $name => $value ) { $_SERVER[ 'HTTP_' . strtoupper( str_replace( '-', '_', $name ) ) ] = $value; }
$_GET = isset( $request['query'] ) ? $request['query'] : array();
if ( ! $is_web ) { $_POST = isset( $request['post'] ) ? $request['post'] : array(); $_SERVER['REQUEST_METHOD'] = $_POST ? 'POST' : 'GET'; $_SERVER['QUERY_STRING'] = http_build_query( $_GET ); }
$_REQUEST = array_merge( $_GET, $_POST );
define( 'ABSPATH', __DIR__ . '/wp/' );
define( 'WP_CONTENT_DIR', ABSPATH . 'wp-content' );
define( 'WP_PLUGIN_DIR', WP_CONTENT_DIR . '/plugins' );
define( 'WPMU_PLUGIN_DIR', WP_CONTENT_DIR . '/mu-plugins' );

function small_option( $change = null ) {
	$file = fopen( dirname( ABSPATH ) . '/options.json', 'c+' );
	flock( $file, LOCK_EX );
	$options = json_decode( stream_get_contents( $file ), true );
	if ( $change ) { $options = $change( $options ); ftruncate( $file, 0 ); rewind( $file ); fwrite( $file, json_encode( $options ) ); }
	fclose( $file );
	return $options;
}
$hooks = array(); $did = array(); $wp_current_filter = array();
function add_filter( $name, $function, $priority = 10, $arguments = 1 ) { global $hooks; $hooks[ $name ][ $priority ][] = array( $function, $arguments ); }
function add_action( $name, $function, $priority = 10, $arguments = 1 ) { add_filter( $name, $function, $priority, $arguments ); }
function apply_filters( $name, $value = null, ...$more ) {
	global $hooks, $wp_current_filter;
	if ( isset( $hooks[ $name ] ) ) {
		$wp_current_filter[] = $name;
		ksort( $hooks[ $name ] );
		foreach ( $hooks[ $name ] as $functions ) { foreach ( $functions as $each ) { $value = call_user_func_array( $each[0], array_slice( array_merge( array( $value ), $more ), 0, $each[1] ) ); } }
		array_pop( $wp_current_filter );
	}
	return $value;
}
function do_action( $name, ...$more ) { global $did; $did[ $name ] = 1; apply_filters( $name, ...$more ); }
function did_action( $name ) { global $did; return isset( $did[ $name ] ) ? 1 : 0; }
function get_option( $name, $default = false ) { $options = small_option(); return isset( $options[ $name ] ) ? $options[ $name ] : $default; }
function update_option( $name, $value ) { small_option( function ( $options ) use ( $name, $value ) { $options[ $name ] = $value; return $options; } ); }
function get_blog_option( $blog, $name ) { return get_option( $name ); }
function get_site_option( $name, $default = false ) { return get_option( 'site_' . $name, $default ); }
function update_site_option( $name, $value ) { update_option( 'site_' . $name, $value ); }
function get_site_transient( $name ) { $options = small_option(); return isset( $options[ 'transient_' . $name ] ) ? json_decode( json_encode( $options[ 'transient_' . $name ] ) ) : false; }
function delete_site_transient( $name ) { small_option( function ( $options ) use ( $name ) { unset( $options[ 'transient_' . $name ] ); return $options; } ); }
function wp_cache_delete() { return true; }
function is_multisite() { return (bool) get_option( 'multisite' ); }
function get_current_blog_id() { return 1; }
function wp_doing_cron() { global $request; return ! empty( $request['cron'] ); }
function wp_doing_ajax() { global $request; return is_admin() && empty( $request['screen'] ); }
function is_user_logged_in() { global $request; return isset( $request['user'] ); }
function current_user_can( $capability ) { global $request; return isset( $request['user'] ) && 'administrator' === $request['user']; }
function is_super_admin() { return current_user_can( 'manage_network' ); }
function plugin_basename( $file ) { return substr( $file, strlen( WP_PLUGIN_DIR ) + 1 ); }
function wp_get_active_network_plugins() { return small_plugins( array_keys( (array) get_site_option( 'active_sitewide_plugins', array() ) ) ); }
function wp_get_active_and_valid_plugins() { return small_plugins( (array) get_option( 'active_plugins', array() ) ); }
function small_plugins( $names ) { return array_values( array_filter( array_map( function ( $name ) { return WP_PLUGIN_DIR . '/' . $name; }, $names ), 'is_file' ) ); }
function is_admin() { global $request; return ! empty( $request['admin'] ); }
function get_home_url( $blog = null, $path = '' ) { return get_option( 'home' ) . $path; }
function get_site_url( $blog = null, $path = '' ) { return get_option( 'home' ) . '/' . $path; }
function get_admin_url( $blog = null, $path = '' ) { return get_option( 'home' ) . '/wp-admin/' . $path; }
function get_theme_root( $slug = '' ) { return WP_CONTENT_DIR . '/themes'; }
function get_file_data( $file, $headers ) {
	$text = file_get_contents( $file, false, null, 0, 8192 );
	foreach ( $headers as $key => $name ) { $headers[ $key ] = preg_match( '/^[ \t\/*#@]*' . $name . ':(.*)$/mi', $text, $found ) ? trim( $found[1] ) : ''; }
	return $headers;
}
function small_copy( $from, $to ) {
	if ( is_dir( $from ) ) { @mkdir( $to ); foreach ( array_diff( scandir( $from ), array( '.', '..' ) ) as $name ) { small_copy( "$from/$name", "$to/$name" ); } } else { copy( $from, $to ); }
}
function small_delete( $path ) {
	if ( is_dir( $path ) ) { foreach ( array_diff( scandir( $path ), array( '.', '..' ) ) as $name ) { small_delete( "$path/$name" ); } rmdir( $path ); } elseif ( file_exists( $path ) ) { unlink( $path ); }
}

// WordPress: the maintenance file ends a request before must-use plugins load.
if ( file_exists( ABSPATH . '.maintenance' ) ) { echo 'MAINTENANCE'; exit; }
register_shutdown_function( function () {
	$error = error_get_last();
	if ( ! $error || ! in_array( $error['type'], array( E_ERROR, E_PARSE, E_USER_ERROR, E_COMPILE_ERROR, E_RECOVERABLE_ERROR ), true ) ) { return; }
	if ( ! headers_sent() ) { http_response_code( 500 ); }
	echo apply_filters( 'wp_php_error_message', 'CRITICAL', $error );
	// The error page of WordPress can raise warnings, which replace the error.
	@trigger_error( 'a warning of the error page', E_USER_WARNING );
} );
if ( is_dir( WPMU_PLUGIN_DIR ) ) { foreach ( scandir( WPMU_PLUGIN_DIR ) as $name ) { if ( '.php' === substr( $name, -4 ) ) { include_once WPMU_PLUGIN_DIR . '/' . $name; } } }
foreach ( is_multisite() ? wp_get_active_network_plugins() : array() as $plugin ) { include_once $plugin; do_action( 'network_plugin_loaded', $plugin ); }
foreach ( wp_get_active_and_valid_plugins() as $plugin ) { include_once $plugin; do_action( 'plugin_loaded', $plugin ); }
do_action( 'plugins_loaded' );
do_action( 'setup_theme' );
$theme = get_option( 'template' );
if ( $theme && is_file( WP_CONTENT_DIR . '/themes/' . $theme . '/functions.php' ) ) { include WP_CONTENT_DIR . '/themes/' . $theme . '/functions.php'; }
do_action( 'after_setup_theme' );
do_action( 'set_current_user' );
add_action( 'init', function () {
	global $request;
	if ( isset( $request['snippet'] ) ) {
		ob_start();
		$result = eval( $request['snippet'] );
		$output = ob_get_clean();
		echo 'SNIPPET ' . $output;
		exit;
	}
	if ( isset( $request['update'] ) ) {
		$update = $request['update'];
		$to = WP_CONTENT_DIR . '/' . $update['to'];
		file_put_contents( ABSPATH . '.maintenance', '<?php $upgrading = ' . time() . ';' );
		apply_filters( 'upgrader_pre_install', true, array() );
		small_delete( $to );
		if ( isset( $update['dies'] ) && 'killed' === $update['dies'] ) { posix_kill( getmypid(), 9 ); }
		if ( isset( $update['dies'] ) ) { undefined_function_of_the_update(); }
		small_copy( dirname( ABSPATH ) . '/releases/' . $update['release'], $to );
		// As WordPress does after an update.
		if ( function_exists( 'opcache_invalidate' ) && is_dir( $to ) ) { foreach ( glob( $to . '/*.php' ) as $file ) { @opcache_invalidate( $file, true ); } }
		if ( isset( $update['slow'] ) ) { usleep( $update['slow'] * 1000 ); }
		if ( empty( $update['leavesMaintenance'] ) ) { unlink( ABSPATH . '.maintenance' ); }
		echo 'PAGE updated';
		exit;
	}
}, 9999 );
do_action( 'init' );
do_action( 'wp_loaded' );
if ( ! empty( $request['rest'] ) ) { define( 'REST_REQUEST', true ); do_action( 'rest_api_init' ); }
if ( ! empty( $request['screen'] ) ) { do_action( 'admin_menu' ); }
if ( is_admin() ) { do_action( 'admin_init' ); }
echo 'PAGE ' . ( function_exists( 'demo_version' ) ? demo_version() : 'without demo' );
do_action( 'shown' );
`
