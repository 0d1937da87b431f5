import { createServer } from 'node:http'
import { strToU8, zipSync } from 'fflate'

export const plugin = { type: 'plugin', slug: 'flotilla-live/flotilla-live.php', name: 'flotilla-live' } as const
export const theme = { type: 'theme', slug: 'flotilla-live-theme', name: 'flotilla-live-theme' } as const
export type LiveItem = typeof plugin | typeof theme

const fatal = 'flotilla_live_missing_function();'
/** What the releases do besides offering the next one. */
const effects: Record<string, string> = {
  '1.1': fatal,
  '1.2': "add_action( 'template_redirect', function () { exit; } );",
  '1.4': `if ( is_admin() ) { ${fatal} }`,
}

/** Downloads from the public directory come from here, and the offer of the next release is that of the suite. */
export const offerSource = (host: string, { type, slug, name }: LiveItem, version: string) => `
add_filter( 'pre_http_request', function ( $answer, $args, $url ) {
	if ( ! preg_match( '~^https://downloads\\.wordpress\\.org/[a-z]+/(${name}\\.[0-9.]+\\.zip)$~', $url, $match ) ) {
		return $answer;
	}
	$args['reject_unsafe_urls'] = false;
	return wp_remote_get( 'http://${host}/' . $match[1], $args );
}, 10, 3 );
add_filter( 'site_transient_update_${type}s', function ( $known ) {
	static $offer = null;
	if ( null === $offer ) {
		$offer = trim( wp_remote_retrieve_body( wp_remote_get( 'http://${host}/offer/${type}' ) ) );
	}
	$known   = is_object( $known ) ? $known : new stdClass();
	$version = '' === $offer ? '${version}' : $offer;
	$item    = array( 'id' => 'w.org/${type}s/${name}', 'slug' => '${name}', '${type}' => '${slug}', 'new_version' => $version, 'url' => '', 'package' => 'https://downloads.wordpress.org/${type}/${name}.' . $version . '.zip' );
	$list    = '${version}' === $version ? 'no_update' : 'response';
	$items   = isset( $known->$list ) ? (array) $known->$list : array();
	$items['${slug}'] = ${type === 'plugin' ? '(object) $item' : '$item'};
	$known->$list     = $items;
	return $known;
} );`

function release(host: string, item: LiveItem, version: string): Record<string, string> {
  const code = `${offerSource(host, item, version)}\n${effects[version] ?? ''}`
  if (item.type === 'plugin')
    return {
      [item.slug]: `<?php\n/**\n * Plugin Name: Flotilla live\n * Version: ${version}\n * Author: Flotilla\n */\n${code}\n`,
      [`${item.name}/version.txt`]: version,
    }
  return {
    [`${item.slug}/style.css`]: `/*\nTheme Name: Flotilla live\nVersion: ${version}\nAuthor: Flotilla\n*/`,
    [`${item.slug}/functions.php`]: `<?php\n${code}\n`,
    [`${item.slug}/index.php`]: '<?php echo "flotilla live theme";',
    [`${item.slug}/version.txt`]: version,
  }
}

export const premium = {
  type: 'plugin',
  slug: 'flotilla-live-premium/flotilla-live-premium.php',
  name: 'flotilla-live-premium',
} as const

/** A plugin that no directory has, for uploading. */
export function premiumZip(version: string): Buffer {
  const header = `<?php\n/**\n * Plugin Name: Flotilla live premium\n * Version: ${version}\n * Author: Flotilla\n */\n`
  const files = { [premium.slug]: header + (effects[version] ?? ''), [`${premium.name}/version.txt`]: version }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([file, text]) => [file, strToU8(text)]))))
}

export interface ReleaseServer {
  /** The version that is offered, by type; none: no update. */
  offers: { plugin: string; theme: string }
  address(item: LiveItem, version: string): string
  close(): Promise<void>
}

type FilesOf = (host: string, item: LiveItem, version: string) => Record<string, string>

/** Serves every version of the plugin and the theme of this suite at `host:port`. */
export async function serveReleases(host: string, filesOf: FilesOf = release): Promise<ReleaseServer> {
  const { hostname, port } = new URL(`http://${host}`)
  const offers = { plugin: '', theme: '' }
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1)
    if (path === 'offer/plugin' || path === 'offer/theme')
      return void response.end(offers[path === 'offer/plugin' ? 'plugin' : 'theme'])
    const [, name, version] = /^(flotilla-live(?:-theme)?)\.(\d[\d.]*)\.zip$/.exec(path) ?? []
    if (version === undefined) return void response.writeHead(404).end()
    const files = filesOf(host, name === theme.name ? theme : plugin, version)
    const content = zipSync(Object.fromEntries(Object.entries(files).map(([file, text]) => [file, strToU8(text)])))
    response.writeHead(200, { 'content-type': 'application/zip' }).end(content)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(Number(port), hostname, resolve))
  return {
    offers,
    address: ({ name }, version) => `http://${host}/${name}.${version}.zip`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
