/**
 * The code of every guard call, run by the connector plugin of a site. A constant, pinned by guard.test.ts: %%PLUGIN%% is the other
 * constant, %%DATA%% base64 of JSON. Raw text: no backquotes and no dollar sign before a brace.
 */
export const guardCallTemplate = String.raw`
if ( ! class_exists( 'Flotilla_Guard_Call', false ) ) {
	final class Flotilla_Guard_Call {
		const MAX_FILES = 20000;
		const MAX_BYTES = 300000000;

		public static function answer( $data, $plugin ) {
			$request = json_decode( base64_decode( $data ), true );
			$answers = array();
			foreach ( $request['guards'] as $guard ) {
				try {
					$answers[] = self::one( $request, $guard, $plugin );
				} catch ( Throwable $error ) {
					$answers[] = array( 'id' => $guard['id'], 'reason' => 'failed', 'message' => substr( str_replace( ABSPATH, '', $error->getMessage() ), 0, 300 ) );
				}
			}
			$removed = 'sweep' === $request['action'] ? self::sweep( $request['keep'] ) : 0;
			return json_encode( array( 'guards' => $answers, 'removed' => $removed ), JSON_INVALID_UTF8_SUBSTITUTE );
		}

		private static function one( $request, $guard, $plugin ) {
			if ( ! preg_match( '/\A[a-f0-9]{32}\z/', $guard['id'] ) ) {
				return array( 'id' => '', 'reason' => 'failed' );
			}
			if ( 'inspect' === $request['action'] ) {
				return self::inspect( $guard );
			}
			$armed = isset( $GLOBALS['flotilla_guards'][ $guard['id'] ] ) ? $GLOBALS['flotilla_guards'][ $guard['id'] ] : null;
			if ( 'arm' === $request['action'] ) {
				return $armed ? $armed->describe() : self::arm( $request, $guard, $plugin );
			}
			if ( 'disarm' === $request['action'] ) {
				if ( $armed ) {
					$armed->remove();
				}
				self::remove_left( $guard['id'] );
				return array( 'id' => $guard['id'], 'state' => self::left( $guard['id'] ) ? 'armed' : 'absent' );
			}
			if ( ! $armed ) {
				return array( 'id' => $guard['id'], 'state' => 'absent' );
			}
			return 'restore' === $request['action'] ? $armed->restore_now() : $armed->describe();
		}

		private static function arm( $request, $guard, $plugin ) {
			$refuse = function ( $reason, $message = '' ) use ( $guard ) {
				return array( 'id' => $guard['id'], 'reason' => $reason, 'message' => $message );
			};
			$slug   = $guard['slug'];
			$is_plugin = 'plugin' === $guard['type'];
			if ( ! self::is_slug( $guard ) || ! preg_match( '/\A[0-9A-Za-z][0-9A-Za-z._+~ ()-]{0,39}\z/', $guard['version'] ) || ! preg_match( '/\A[a-f0-9]{64}\z/', $request['token'] ) ) {
				return $refuse( 'unsupported_item' );
			}
			$root = realpath( $is_plugin ? WP_PLUGIN_DIR : get_theme_root( $slug ) );
			$unit = $is_plugin && false !== strpos( $slug, '/' ) ? dirname( $slug ) : $slug;
			$path = $root . '/' . $unit;
			$main = $is_plugin ? $root . '/' . $slug : $path . '/style.css';
			if ( ! $root || ! file_exists( $path ) || ! is_file( $main ) ) {
				return $refuse( 'not_installed' );
			}
			if ( is_link( $path ) || is_link( $main ) || is_link( WPMU_PLUGIN_DIR ) ) {
				return $refuse( 'symlink' );
			}
			if ( realpath( $path ) !== $path || 0 !== strpos( realpath( $main ), $root . '/' ) ) {
				return $refuse( 'outside_folder' );
			}
			$headers = get_file_data( $main, array( 'version' => 'Version' ) );
			if ( $headers['version'] !== $guard['version'] ) {
				return $refuse( 'other_version', $headers['version'] );
			}
			$hash = hash_file( 'sha256', $main );
			clearstatcache( true, $main );
			// A date of this second may be the one of the next version, too: then the content is compared.
			$stat = filemtime( $main ) < time() - 1 ? filesize( $main ) . ' ' . filemtime( $main ) : '';
			$connector = defined( 'MAINWP_CHILD_FILE' ) ? plugin_basename( MAINWP_CHILD_FILE ) : '';
			foreach ( isset( $GLOBALS['flotilla_guards'] ) ? $GLOBALS['flotilla_guards'] : array() as $other ) {
				if ( $other->target() === $path ) {
					if ( $other->changed() && ! ( method_exists( $other, 'is_over' ) && $other->is_over() ) ) {
						return $refuse( 'already_armed' );
					}
					$other->remove();
				}
			}
			$folder = WPMU_PLUGIN_DIR;
			$made   = ! file_exists( $folder );
			foreach ( array( $path, dirname( $path ), $made ? dirname( $folder ) : $folder ) as $needed ) {
				if ( ! is_writable( $needed ) ) {
					return $refuse( 'not_writable', str_replace( ABSPATH, '', $needed ) );
				}
			}
			$entries = array();
			$bytes   = 0;
			$problem = self::list_files( $path, '', $entries, $bytes );
			if ( $problem ) {
				return $refuse( $problem );
			}
			$free = function_exists( 'disk_free_space' ) ? @disk_free_space( dirname( $path ) ) : false;
			if ( false !== $free && $free < 2 * $bytes + 10000000 ) {
				return $refuse( 'too_large', 'disk' );
			}
			@set_time_limit( 300 );
			ignore_user_abort( true );
			if ( $made && ! @mkdir( $folder, 0755 ) ) {
				return $refuse( 'not_writable', str_replace( ABSPATH, '', $folder ) );
			}
			$dir  = $folder . '/flotilla-guard-' . $guard['id'] . '-' . bin2hex( random_bytes( 12 ) );
			$file = $folder . '/flotilla-guard-' . $guard['id'] . '.php';
			if ( ! @mkdir( $dir, 0700 ) || ! self::pack( $path, $entries, $dir . '/copy.bin' ) ) {
				self::remove_left( $guard['id'], $made );
				return $refuse( 'failed', 'The copy cannot be written.' );
			}
			$config = array(
				'id'          => $guard['id'],
				'abspath'     => ABSPATH,
				'type'        => $guard['type'],
				'slug'        => $slug,
				'target'      => $path,
				'main'        => $main,
				'hash'        => $hash,
				'vulnerable'  => true === $guard['vulnerable'],
				'token'       => $request['token'],
				'expires'     => time() + min( 604800, max( 60, (int) $request['seconds'] ) ),
				'dir'         => $dir,
				'front'       => get_home_url( null, '/' ),
				'admin'       => get_admin_url( null, 'admin-ajax.php' ),
				'cron'        => get_site_url( null, 'wp-cron.php' ),
				'made_folder' => $made,
				'stat'        => $stat,
				'offset'      => (int) $request['now'] - time(),
				'blog'        => get_current_blog_id(),
				'active'      => $is_plugin ? self::active( $slug ) : '',
				'connector'   => $connector,
				'connector_active' => self::active( $connector ),
			);
			$deny = "<IfModule mod_authz_core.c>\nRequire all denied\n</IfModule>\n<IfModule !mod_authz_core.c>\nDeny from all\n</IfModule>\n";
			$code = $plugin . "Flotilla_Guard_2::load( __FILE__, '" . base64_encode( json_encode( $config ) ) . "' );\n";
			$ok   = file_put_contents( $dir . '/.htaccess', $deny ) && false !== file_put_contents( $dir . '/index.html', '' )
				&& file_put_contents( $dir . '/state.php', "<?php exit; ?>\n" . '{"state":"armed"}' )
				// The name without .php until the file is complete: WordPress loads every .php file of this folder.
				&& file_put_contents( $dir . '/plugin.txt', $code ) === strlen( $code )
				&& hash_file( 'sha256', $main ) === $hash && rename( $dir . '/plugin.txt', $file );
			if ( ! $ok ) {
				self::remove_left( $guard['id'], $made );
				return $refuse( 'failed', 'The guard cannot be written.' );
			}
			return array( 'id' => $guard['id'], 'state' => 'armed', 'version' => $headers['version'], 'files' => 'old', 'entries' => count( $entries ), 'bytes' => $bytes, 'expires' => $config['expires'], 'direct' => self::direct() );
		}

		/** Whether the guard can be asked without the connector. */
		private static function direct() {
			return ! function_exists( 'openssl_public_decrypt' ) ? 'no_openssl' : ( get_option( 'mainwp_child_pubkey' ) ? 'ready' : 'no_key' );
		}

		private static function active( $plugin ) {
			if ( is_multisite() && isset( ( (array) get_site_option( 'active_sitewide_plugins', array() ) )[ $plugin ] ) ) {
				return 'network';
			}
			return in_array( $plugin, (array) get_option( 'active_plugins', array() ), true ) ? 'site' : '';
		}

		private static function is_slug( $guard ) {
			$part = '[A-Za-z0-9_][A-Za-z0-9._ -]{0,99}';
			return 1 === preg_match( '~\A' . $part . '(/' . $part . ')?' . ( 'plugin' === $guard['type'] ? '\.php' : '' ) . '\z~', $guard['slug'] );
		}

		/** The headers of an installed item, and the package that WordPress knows for it. */
		private static function inspect( $guard ) {
			$is_plugin = 'plugin' === $guard['type'];
			$main      = ! self::is_slug( $guard ) ? '' : ( $is_plugin ? WP_PLUGIN_DIR . '/' . $guard['slug'] : get_theme_root( $guard['slug'] ) . '/' . $guard['slug'] . '/style.css' );
			if ( '' === $main || ! is_file( $main ) ) {
				return array( 'id' => $guard['id'], 'reason' => 'not_installed' );
			}
			$found   = get_file_data( $main, array( 'name' => $is_plugin ? 'Plugin Name' : 'Theme Name', 'author' => 'Author', 'update_uri' => 'Update URI', 'version' => 'Version' ) );
			$known   = get_site_transient( $is_plugin ? 'update_plugins' : 'update_themes' );
			$package = '';
			foreach ( array( 'no_update', 'response' ) as $list ) {
				$items = is_object( $known ) && isset( $known->$list ) ? (array) $known->$list : array();
				$offer = isset( $items[ $guard['slug'] ] ) ? (array) $items[ $guard['slug'] ] : array();
				if ( isset( $offer['package'] ) && is_string( $offer['package'] ) ) {
					$package = $offer['package'];
				}
			}
			return array( 'id' => $guard['id'], 'name' => $found['name'], 'author' => $found['author'], 'update_uri' => $found['update_uri'], 'version' => $found['version'], 'package' => $package );
		}

		/** Returns the reason why the folder cannot be copied, if any. */
		private static function list_files( $path, $name, &$entries, &$bytes ) {
			if ( is_link( $path ) ) {
				return 'symlink';
			}
			$entries[] = $name;
			if ( ! is_dir( $path ) ) {
				$bytes += (int) filesize( $path );
				return is_readable( $path ) && is_file( $path ) ? ( count( $entries ) > self::MAX_FILES || $bytes > self::MAX_BYTES ? 'too_large' : '' ) : 'not_writable';
			}
			$names = @scandir( $path );
			if ( false === $names ) {
				return 'not_writable';
			}
			foreach ( array_diff( $names, array( '.', '..' ) ) as $each ) {
				$problem = self::list_files( $path . '/' . $each, '' === $name ? $each : $name . '/' . $each, $entries, $bytes );
				if ( $problem ) {
					return $problem;
				}
			}
			return '';
		}

		/** One file without any .php name: each entry is a line of JSON, followed by the bytes of the file. */
		private static function pack( $root, $entries, $file ) {
			$to = @fopen( $file, 'xb' );
			if ( ! $to ) {
				return false;
			}
			chmod( $file, 0600 );
			foreach ( $entries as $name ) {
				$path  = '' === $name ? $root : $root . '/' . $name;
				$entry = array( 'path' => base64_encode( $name ), 'mode' => fileperms( $path ) & 0777 );
				if ( is_dir( $path ) ) {
					$entry['folder'] = 1;
					$bytes           = '';
				} else {
					$bytes         = file_get_contents( $path );
					$entry['size'] = strlen( $bytes );
					$entry['sum']  = hash( 'crc32b', $bytes );
				}
				$line = json_encode( $entry ) . "\n";
				if ( false === $bytes || fwrite( $to, $line . $bytes ) !== strlen( $line ) + strlen( $bytes ) ) {
					fclose( $to );
					return false;
				}
			}
			$end = json_encode( array( 'end' => count( $entries ) ) ) . "\n";
			return fwrite( $to, $end ) === strlen( $end ) && fclose( $to );
		}

		private static function left( $id ) {
			return (array) glob( WPMU_PLUGIN_DIR . '/flotilla-guard-' . $id . '*' );
		}

		private static function remove_left( $id, $made = false ) {
			foreach ( self::left( $id ) as $path ) {
				self::delete( $path );
			}
			if ( $made ) {
				@rmdir( WPMU_PLUGIN_DIR );
			}
		}

		/** Removes all guards except some, and what a killed process left. */
		private static function sweep( $keep ) {
			$removed = 0;
			foreach ( isset( $GLOBALS['flotilla_guards'] ) ? $GLOBALS['flotilla_guards'] : array() as $id => $guard ) {
				if ( ! in_array( $id, $keep, true ) ) {
					$guard->remove();
					++$removed;
				}
			}
			$roots = array_unique( array_merge( array( WPMU_PLUGIN_DIR, WP_PLUGIN_DIR ), array( get_theme_root() ) ) );
			foreach ( $roots as $root ) {
				foreach ( (array) @scandir( $root ) as $name ) {
					if ( preg_match( '/\A\.?flotilla-guard-([a-f0-9]{32})([.-].*)?\z/', (string) $name, $match ) && ! in_array( $match[1], $keep, true ) ) {
						self::delete( $root . '/' . $name );
						++$removed;
					}
				}
			}
			return $removed;
		}

		private static function delete( $path ) {
			if ( is_dir( $path ) && ! is_link( $path ) ) {
				foreach ( array_diff( (array) scandir( $path ), array( '.', '..' ) ) as $name ) {
					self::delete( $path . '/' . $name );
				}
				@rmdir( $path );
			} else {
				@unlink( $path );
			}
		}
	}
}

$flotilla_guard_plugin = <<<'FLOTILLA_GUARD_PLUGIN'
%%PLUGIN%%
FLOTILLA_GUARD_PLUGIN;
echo 'FLOTILLA-GUARD ' . Flotilla_Guard_Call::answer( '%%DATA%%', $flotilla_guard_plugin ) . ' END';
return true;
`
