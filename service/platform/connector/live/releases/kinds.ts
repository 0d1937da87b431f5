/** What a release of this suite does when it is installed. All of it is code of this suite. */
export interface ReleaseKind {
  name: string
  /** For people, in the table. */
  what: string
  /** PHP that runs before anything else of the plugin. */
  first?: string
  /** PHP that runs after the plugin has added its hooks. */
  code?: string
  /** Further lines of the header of the plugin. */
  header?: string
  /** Its style sheet is missing in the package. */
  withoutStyle?: true
  /** Seconds until it breaks. */
  breaksAfter?: number
  /** Nothing is wrong with it. */
  isGood?: true
  /** WordPress refuses to install it. */
  isRefused?: true
  /** Only a person who works in the administration meets it. */
  needsPerson?: true
  /** A check that only warns, or is off, unless a policy says otherwise: here it takes the release back. */
  gate?: 'time' | 'notices' | 'assets' | 'admin_screen'
}

const fatal = 'flotilla_live_missing_function();'
const on = (hook: string, code: string) => `add_action( '${hook}', function () { ${code} } );`

const deleteOwnFolder = `
register_shutdown_function( function () {
	foreach ( (array) glob( __DIR__ . '/*' ) as $file ) {
		@unlink( $file );
	}
	@rmdir( __DIR__ );
} );`

const deactivateConnector = `
$active = (array) get_option( 'active_plugins' );
$left   = array_values( array_filter( $active, function ( $file ) { return 0 !== strpos( $file, 'mainwp-child/' ); } ) );
if ( count( $left ) < count( $active ) ) {
	update_option( 'active_plugins', $left );
}`

const after = (seconds: number, code: string) => `if ( time() - filemtime( __FILE__ ) > ${seconds} ) { ${code} }`

export const goodRelease: ReleaseKind = { name: 'good', what: 'nothing wrong', isGood: true }

export const releaseKinds: readonly ReleaseKind[] = [
  goodRelease,
  { name: 'parse-error', what: 'parse error', first: '$flotilla_live = = 1;' },
  { name: 'fatal', what: 'fatal at load', first: fatal },
  { name: 'fatal-admin', what: 'fatal when is_admin()', first: `if ( is_admin() ) { ${fatal} }` },
  { name: 'blank', what: 'blank page everywhere', code: on('template_redirect', 'exit;') },
  { name: 'blank-home', what: 'blank home page only', code: on('template_redirect', 'if ( is_front_page() ) exit;') },
  { name: 'exit', what: 'exit at load (200, 0 bytes)', first: 'exit;' },
  { name: 'exit-500', what: 'HTTP 500 and exit at load', first: 'http_response_code( 500 ); exit;' },
  {
    name: 'memory',
    what: 'memory exhausted at load',
    first: "$flotilla_live = array(); while ( true ) { $flotilla_live[] = str_repeat( 'x', 1048576 ); }",
  },
  { name: 'loop', what: 'endless loop at load', first: 'while ( true ) {}' },
  {
    name: 'admin-menu',
    what: 'fatal on admin_menu, a person works there',
    code: on('admin_menu', fatal),
    needsPerson: true,
  },
  {
    name: 'admin-menu-check',
    what: 'fatal on admin_menu, the policy opens a screen',
    code: on('admin_menu', fatal),
    gate: 'admin_screen',
  },
  { name: 'rest', what: 'fatal on rest_api_init', code: on('rest_api_init', fatal) },
  { name: 'deletes-itself', what: 'deletes its own folder at shutdown', code: deleteOwnFolder },
  { name: 'deactivates-connector', what: 'deactivates the connector', code: deactivateConnector },
  { name: 'slow', what: 'every page slower by 8 s', code: 'sleep( 8 );', gate: 'time' },
  { name: 'late', what: 'fatal after 60 s', code: after(60, fatal), breaksAfter: 60 },
  {
    name: 'late-blank',
    what: 'blank home page after 60 s',
    code: on('template_redirect', after(60, 'if ( is_front_page() ) exit;')),
    breaksAfter: 60,
  },
  {
    name: 'no-cookie',
    what: 'white for visitors without a cookie',
    code: on('template_redirect', 'if ( empty( $_COOKIE ) ) exit;'),
  },
  {
    name: 'redirect-loop',
    what: 'redirect loop',
    code: on('template_redirect', "wp_redirect( home_url( $_SERVER['REQUEST_URI'] ) ); exit;"),
  },
  {
    name: 'deprecation',
    what: 'deprecation printed before the doctype',
    first:
      "ini_set( 'display_errors', '1' ); error_reporting( E_ALL ); trigger_error( 'Flotilla live', E_USER_DEPRECATED );",
  },
  { name: 'css-404', what: 'its style sheet is gone (404)', withoutStyle: true },
  { name: 'cron', what: 'fatal in cron only', first: `if ( wp_doing_cron() ) { ${fatal} }` },
  { name: 'newer-php', what: 'header: Requires PHP 9.9', header: 'Requires PHP: 9.9', isRefused: true },
  {
    name: 'newer-syntax',
    what: 'syntax of a newer PHP',
    first: "class Flotilla_Live { public string $name { get => 'x'; } }",
  },
]

/** The file of the plugin in this version. `source` offers the next release. */
export function pluginFiles(kind: ReleaseKind, version: string, source: string): Record<string, string> {
  const header = ['Plugin Name: Flotilla live', `Version: ${version}`, 'Author: Flotilla', kind.header]
  const lines = header.filter(Boolean).map((line) => ` * ${line}\n`)
  const style = on(
    'wp_enqueue_scripts',
    "wp_enqueue_style( 'flotilla-live', plugins_url( 'style.css', __FILE__ ), array(), null );",
  )
  return {
    'flotilla-live/flotilla-live.php': `<?php\n/**\n${lines.join('')} */\n${kind.first ?? ''}\n${source}\n${style}\n${kind.code ?? ''}\n`,
    'flotilla-live/version.txt': version,
    ...(kind.withoutStyle ? {} : { 'flotilla-live/style.css': '.flotilla-live { color: inherit; }\n' }),
  }
}
