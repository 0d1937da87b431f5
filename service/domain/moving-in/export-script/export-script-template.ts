/**
 * The PHP file that runs on the server of the established dashboard. It ships the stored parts of each key and opens none:
 * PHP before 8.5 has no OAEP with SHA-256, and the other product's own functions rename key files while they read.
 * Raw text: no backquotes in it, and names of columns that are reserved words follow `t.`.
 */
export const exportScriptTemplate = String.raw`<?php
/**
 * Plugin Name: Flotilla export
 * Description: Writes one encrypted file with the sites, keys, clients, tags, costs and monitors of this dashboard, for Flotilla.
 * Version: 1
 *
 * Made on %%CREATED%% for one use, until %%EXPIRES%%.
 * Fingerprint: %%FINGERPRINT%%
 *
 * Run it in one of two ways:
 *   1. wp eval-file flotilla-export.php > fleet.flotilla
 *   2. Copy it to wp-content/plugins, activate "Flotilla export", open Tools > Flotilla export and press the button.
 * Then upload the file to Flotilla, and delete this script.
 *
 * The script only reads. It writes no file, changes no table, sends nothing. Only the Flotilla that made it can open the result.
 */

// A direct call of this file ends here.
if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

final class Flotilla_Export_%%ID%% {
	const ID         = '%%ID%%';
	const EXPIRES    = %%EXPIRES_SECONDS%%;
	const SECRET     = '%%SECRET%%'; // Proves to Flotilla that this script wrote the file.
	const PUBLIC_KEY = '%%PUBLIC_KEY%%'; // Encrypts. The private key never leaves Flotilla.
	const CHUNK      = 65536; // Bytes that are encrypted at once.
	const ROWS       = 100; // Rows that are read at once.

	private $key;
	private $mac    = '';
	private $buffer = '';
	private $chunks = 0;
	private $counts = array();
	private $pk_folder;
	private $name_secret;

	/** Compare it with the fingerprint that Flotilla shows. */
	public static function fingerprint() {
		$der = base64_decode( preg_replace( '/-----[A-Z ]+-----|\s/', '', self::PUBLIC_KEY ) );
		return implode( ' ', str_split( hash( 'sha256', $der ), 4 ) );
	}

	/** Prints the whole file. */
	public function write() {
		if ( time() > self::EXPIRES ) {
			throw new RuntimeException( 'This script has expired. Download a new one from Flotilla.' );
		}
		if ( ! function_exists( 'openssl_public_encrypt' ) ) {
			throw new RuntimeException( 'The PHP extension openssl is missing.' );
		}
		$this->key = random_bytes( 32 );
		$sealed    = '';
		if ( ! openssl_public_encrypt( $this->key, $sealed, self::PUBLIC_KEY, OPENSSL_PKCS1_OAEP_PADDING ) ) {
			throw new RuntimeException( 'The public key in this script cannot be read. Download it again from Flotilla.' );
		}
		$upload            = apply_filters( 'mainwp_get_wp_upload_dir', wp_upload_dir( null, false ), null, false );
		$this->pk_folder   = $upload['basedir'] . '/mainwp/pk/';
		$this->name_secret = (string) get_site_option( 'mainwp_private_filename_secret', '' );

		$this->line( 'flotilla-export-1 ' . self::ID . ' ' . base64_encode( $sealed ) );
		$this->record( 'dashboard', $this->dashboard() );
		$this->table( 'group', 'id', array( 'id', 'name', 'color' ) );
		$this->table( 'wp_clients', 'client_id', array( 'client_id', 'name', 'address_1', 'address_2', 'city', 'zip', 'state', 'country', 'note', 'client_email', 'client_phone', 'client_facebook', 'client_twitter', 'client_instagram', 'client_linkedin', 'created', 'suspended', 'primary_contact_id' ) );
		$this->table( 'wp_clients_contacts', 'contact_id', array( 'contact_id', 'contact_client_id', 'contact_email', 'contact_name', 'contact_phone', 'contact_role', 'facebook', 'twitter', 'instagram', 'linkedin' ) );
		$this->table( 'wp_clients_fields', 'field_id', array( 'field_id', 'field_name', 'field_desc', 'client_id' ) );
		$this->table( 'wp_clients_field_values', 'value_id', array( 'value_id', 'field_id', 'field_value', 'value_client_id' ) );
		$this->table( 'wp', 'id', array( 'id', 'adminname', 'name', 'url', 'siteurl', 'pubkey', 'privkey', 'note', 'ignored_plugins', 'ignored_themes', 'is_ignoreCoreUpdates', 'is_ignorePluginUpdates', 'is_ignoreThemeUpdates', 'verify_certificate', 'force_use_ipv4', 'ssl_version', 'uniqueId', 'http_user', 'http_pass', 'is_staging', 'client_id', 'suspended', 'plugins', 'themes', 'plugin_upgrades', 'theme_upgrades' ) );
		$this->table( 'wp_sync', 'sync_id', array( 'wpid', 'version', 'dtsSync' ) );
		$this->table( 'wp_group', 'wp_group_id', array( 'wpid', 'groupid' ) );
		$this->table( 'wp_options', 'opt_id', array( 'wpid', 'name', 'value' ), " AND t.name IN ('ignored_wp_upgrades', 'monitoring_notification_emails', 'wp_upgrades', 'site_info')" );
		$this->table( 'monitors', 'monitor_id', array( 'monitor_id', 'wpid', 'active', 'type', 'keyword', 'suburl', 'issub', 'timeout', 'interval', 'maxretries', 'method', 'up_status_codes' ) );
		$this->table( 'cost_tracker', 'id', array( 'id', 'name', 'url', 'type', 'product_type', 'slug', 'license_type', 'cost_status', 'payment_method', 'price', 'renewal_type', 'last_renewal', 'cost_icon', 'cost_color', 'sites', 'groups', 'clients', 'note' ) );
		$this->table( 'lookup_item_objects', 'lookup_id', array( 'item_id', 'object_id', 'object_name' ), " AND t.item_name = 'cost'" );
		$this->table( 'users', 'userid', array( 'userid', 'ignored_plugins', 'ignored_themes', 'ignored_wp_upgrades' ), '', -1 );
		$this->table( 'api_keys', 'key_id', array( 'key_id', 'description', 'permissions', 'truncated_key', 'enabled' ) );
		$this->record( 'end', $this->counts );
		if ( '' !== $this->buffer ) {
			$this->chunk( $this->buffer );
		}
		$this->line( 'end ' . $this->chunks );
	}

	private function dashboard() {
		$costs = get_option( 'mainwp_module_cost_tracker_options' );
		return array(
			'admin_url'          => get_admin_url(),
			'name'               => get_bloginfo( 'name' ),
			'version'            => get_option( 'mainwp_plugin_version', '' ),
			'php'                => PHP_VERSION,
			'exported_at'        => time(),
			'verify_certificate' => get_option( 'mainwp_sslVerifyCertificate' ),
			'monitoring'         => get_option( 'mainwp_global_uptime_monitoring_settings' ),
			'currency'           => is_array( $costs ) && isset( $costs['currency'] ) ? $costs['currency'] : 'USD',
		);
	}

	/** All rows of a table, with the columns that this version of the dashboard has. */
	private function table( $name, $id, array $columns, $condition = '', $after = 0 ) {
		global $wpdb;
		$table  = $wpdb->prefix . 'mainwp_' . $name;
		$quiet  = $wpdb->suppress_errors( true );
		$exists = $wpdb->get_col( 'SHOW COLUMNS FROM ' . $table );
		$wpdb->suppress_errors( $quiet );
		if ( empty( $exists ) ) {
			return;
		}
		$columns = array_unique( array_merge( array( $id ), array_intersect( $columns, $exists ) ) );
		$select  = 'SELECT t.' . implode( ', t.', $columns ) . ' FROM ' . $table . ' t WHERE t.' . $id . ' > ';
		do {
			$rows = $wpdb->get_results( $select . (int) $after . $condition . ' ORDER BY t.' . $id . ' LIMIT ' . self::ROWS, ARRAY_A );
			if ( ! is_array( $rows ) || '' !== (string) $wpdb->last_error ) {
				throw new RuntimeException( 'The table ' . $table . ' cannot be read.' );
			}
			foreach ( $rows as $row ) {
				$after = (int) $row[ $id ];
				$this->record( $name, 'wp' === $name ? $this->site( $row ) : ( 'wp_options' === $name ? $this->site_option( $row ) : $row ) );
			}
			$wpdb->flush();
		} while ( self::ROWS === count( $rows ) );
	}

	/** Adds the files that encrypt the key and the HTTP credentials of a site; of lists only slugs and versions. */
	private function site( array $row ) {
		foreach ( array( 'plugins', 'themes', 'plugin_upgrades', 'theme_upgrades' ) as $column ) {
			if ( isset( $row[ $column ] ) ) {
				$row[ $column ] = $this->versions( $row[ $column ] );
			}
		}
		$opaque    = hash_hmac( 'sha256', 'pk:priv_encrypt_keys:' . $row['id'], $this->name_secret );
		$row['pk'] = $this->key_file( $opaque );
		if ( null === $row['pk'] ) {
			$row['pk'] = $this->key_file( 'mainwp_priv_encrypt_keys_' . (int) $row['id'] );
		}
		foreach ( array( 'http_user', 'http_pass' ) as $column ) {
			if ( isset( $row[ $column ] ) && 0 === strpos( $row[ $column ], '__mwpenc__:' ) ) {
				$envelope = json_decode( substr( $row[ $column ], 11 ), true );
				$file     = is_array( $envelope ) && isset( $envelope['file_key'] ) ? (string) $envelope['file_key'] : '';
				$row[ $column . '_file' ] = $this->key_file( $file );
			}
		}
		return $row;
	}

	/** From a list in JSON: its slugs and versions, to compare them later. The rest is long. */
	private function versions( $json ) {
		$list = json_decode( $json, true );
		if ( ! is_array( $list ) ) {
			return null;
		}
		$versions = array();
		foreach ( $list as $key => $item ) {
			$item             = (array) $item;
			$slug             = isset( $item['slug'] ) ? $item['slug'] : $key;
			$version          = isset( $item['update']['new_version'] ) ? $item['update']['new_version'] : ( isset( $item['version'] ) ? $item['version'] : '' );
			$versions[ $slug ] = is_scalar( $version ) ? (string) $version : '';
		}
		return $versions;
	}

	/** Of what a site reports about itself, two versions. */
	private function site_option( array $row ) {
		if ( 'site_info' === $row['name'] ) {
			$info         = json_decode( (string) $row['value'], true );
			$row['value'] = json_encode( array_intersect_key( is_array( $info ) ? $info : array(), array( 'wpversion' => 1, 'phpversion' => 1 ) ) );
		}
		return $row;
	}

	/** A file of the pk folder in base64, or null. */
	private function key_file( $name ) {
		$path = $this->pk_folder . $name;
		if ( ! preg_match( '/^[A-Za-z0-9_-]+$/', $name ) || ! is_file( $path ) ) {
			return null;
		}
		return base64_encode( (string) file_get_contents( $path, false, null, 0, 16384 ) );
	}

	/** One line of JSON per row. */
	private function record( $table, $row ) {
		$flags = JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;
		$json  = json_encode( array( 'table' => $table, 'row' => $row ), $flags );
		if ( false === $json ) {
			throw new RuntimeException( 'A row of ' . $table . ' cannot be written: ' . json_last_error_msg() );
		}
		$this->counts[ $table ] = isset( $this->counts[ $table ] ) ? $this->counts[ $table ] + 1 : 1;
		$this->buffer          .= $json . "\n";
		while ( strlen( $this->buffer ) >= self::CHUNK ) {
			$this->chunk( substr( $this->buffer, 0, self::CHUNK ) );
			$this->buffer = (string) substr( $this->buffer, self::CHUNK );
		}
	}

	/** Encrypts with AES-256-GCM; the number of the chunk is the nonce. */
	private function chunk( $text ) {
		$tag   = '';
		$nonce = pack( 'N3', 0, 0, $this->chunks );
		$bytes = openssl_encrypt( $text, 'aes-256-gcm', $this->key, OPENSSL_RAW_DATA, $nonce, $tag );
		if ( false === $bytes ) {
			throw new RuntimeException( 'AES-256-GCM is not available in this PHP.' );
		}
		++$this->chunks;
		$this->line( base64_encode( $bytes . $tag ) );
	}

	/** Each line ends with a MAC that covers it and all lines before it. */
	private function line( $text ) {
		$this->mac = hash_hmac( 'sha256', $this->mac . $text, hex2bin( self::SECRET ), true );
		echo $text . ' ' . base64_encode( $this->mac ) . "\n";
		flush();
	}

	/** Tools > Flotilla export. */
	public static function page() {
		echo '<div class="wrap"><h1>Flotilla export</h1><p>Fingerprint: <code>' . esc_html( self::fingerprint() ) . '</code></p>';
		echo '<p>Flotilla shows the same fingerprint on its page "Move in". The file has the keys of all sites, encrypted for Flotilla.</p>';
		echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '"><input type="hidden" name="action" value="flotilla_export_' . self::ID . '">';
		wp_nonce_field( 'flotilla_export_' . self::ID );
		echo '<button class="button button-primary">Download the file</button></form></div>';
	}

	/** The button on that page. */
	public static function download() {
		if ( ! isset( $_SERVER['REQUEST_METHOD'] ) || 'POST' !== $_SERVER['REQUEST_METHOD'] || ! current_user_can( 'manage_options' ) || ( is_multisite() && ! is_super_admin() ) ) {
			wp_die( 'Only an administrator can export, with the button under Tools > Flotilla export.', '', array( 'response' => 403 ) );
		}
		check_admin_referer( 'flotilla_export_' . self::ID );
		while ( ob_get_level() > 0 ) {
			ob_end_clean();
		}
		nocache_headers();
		header( 'Content-Type: application/octet-stream' );
		header( 'Content-Disposition: attachment; filename="fleet.flotilla"' );
		self::print_file();
		exit;
	}

	/** Returns the problem, if any. A file that ends early has no last line, so Flotilla refuses it. */
	public static function print_file() {
		ini_set( 'display_errors', '0' );
		if ( function_exists( 'set_time_limit' ) ) {
			set_time_limit( 0 );
		}
		try {
			$export = new self();
			$export->write();
			return null;
		} catch ( Throwable $problem ) {
			echo 'error ' . $problem->getMessage() . "\n";
			return $problem->getMessage();
		}
	}
}

// wp eval-file runs after WordPress has loaded. Earlier, this is an active plugin and wp-cli runs another command.
if ( defined( 'WP_CLI' ) && WP_CLI && 'cli' === PHP_SAPI && did_action( 'wp_loaded' ) ) {
	fwrite( STDERR, 'Fingerprint: ' . Flotilla_Export_%%ID%%::fingerprint() . "\n" );
	$flotilla_problem = Flotilla_Export_%%ID%%::print_file();
	if ( null !== $flotilla_problem ) {
		fwrite( STDERR, $flotilla_problem . "\n" );
		exit( 1 );
	}
} else {
	add_action( 'admin_menu', function () {
		add_management_page( 'Flotilla export', 'Flotilla export', 'manage_options', 'flotilla-export', array( 'Flotilla_Export_%%ID%%', 'page' ) );
	} );
	add_action( 'admin_post_flotilla_export_' . Flotilla_Export_%%ID%%::ID, array( 'Flotilla_Export_%%ID%%', 'download' ) );
}
`
