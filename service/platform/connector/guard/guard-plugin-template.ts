import { guardPluginActions } from './guard-plugin-actions.ts'
import { guardPluginFiles } from './guard-plugin-files.ts'

/**
 * The must-use plugin that guards one plugin or theme while it is updated. A constant: parameters are data in its last line.
 * guard.test.ts pins its hash. Raw text: no backquotes and no dollar sign before a brace.
 *
 * It acts on fatal errors while WordPress loads, until `init` ends. A request of a visitor can only start a check: the guard then
 * requests the site itself, without anything from the visitor, and acts only if that clean request fails in the same way. So a
 * fatal error that one request causes with its parameters never brings an old version back. Later errors, limits of memory and time and
 * requests that end silently count only inside the files of the item, and only in two clean requests; on screens of the administration
 * also in two requests of an administrator that have no parameters.
 */
const handling = String.raw`<?php
/**
 * Plugin Name: Flotilla update guard
 * Description: Puts the previous version of one plugin or theme back if its update stops WordPress from loading. Removes itself.
 */

// A direct call of this file ends here.
if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

if ( ! class_exists( 'Flotilla_Guard_2', false ) ) {
	final class Flotilla_Guard_2 {
		// Seconds that the time of a signed request may differ, and signed requests within that time.
		const WINDOW = 300;
		const NONCES = 200;
		const FATAL  = array( E_ERROR, E_PARSE, E_CORE_ERROR, E_COMPILE_ERROR, E_USER_ERROR, E_RECOVERABLE_ERROR );

		private static $answered = false;
		private static $reserve  = '';
		private $file;
		private $config;
		private $loaded   = false;
		private $reported = null;
		private $lock     = null;
		private $updating = 0;
		private $before   = '';
		private $last     = '';

		public static function load( $file, $data ) {
			$config = json_decode( base64_decode( $data ), true );
			$guard  = new self( $file, $config );
			// A copy of this site, made while the guard was armed, has nothing to guard.
			if ( ABSPATH !== $config['abspath'] || time() >= $config['expires'] ) {
				$guard->remove();
				return;
			}
			$GLOBALS['flotilla_guards'][ $config['id'] ] = $guard;
			$guard->finish_swap();
			$guard->answer_signed_request();
			// Released when a request ends, so that a request without memory can still be judged.
			self::$reserve = str_repeat( 'x', 65536 );
			register_shutdown_function( array( $guard, 'shutdown' ) );
			add_action( 'init', array( $guard, 'init_ended' ), PHP_INT_MAX );
			add_filter( 'wp_php_error_message', array( $guard, 'error_reported' ), 1, 2 );
			add_filter( 'upgrader_pre_install', array( $guard, 'update_starts' ), 1 );
			add_action( 'plugin_loaded', array( $guard, 'plugin_loaded' ) );
			add_action( 'network_plugin_loaded', array( $guard, 'plugin_loaded' ) );
			add_action( 'delete_plugin', array( $guard, 'item_deleted' ) );
			add_action( 'delete_theme', array( $guard, 'item_deleted' ) );
			add_action( 'deactivate_plugin', array( $guard, 'plugin_deactivated' ) );
		}

		public function __construct( $file, $config ) {
			$this->file   = $file;
			$this->config = $config;
		}

		public function init_ended() {
			$this->loaded = true;
		}

		public function plugin_loaded( $plugin ) {
			$this->last = $plugin;
		}

		/** WordPress passes the fatal error before its error page can raise warnings, which replace it. */
		public function error_reported( $message, $error = null ) {
			if ( null === $this->reported && is_array( $error ) ) {
				$this->reported = $error;
			}
			return $message;
		}

		/** While files are replaced, no request may restore them: the lock ends with this process, even when it is killed. */
		public function update_starts( $response ) {
			if ( ! $this->updating ) {
				$this->updating = time();
				$this->before   = $this->main_hash();
				$this->lock();
			}
			return $response;
		}

		public function shutdown() {
			self::$reserve = '';
			if ( self::$answered ) {
				return;
			}
			try {
				if ( $this->updating ) {
					$this->remove_maintenance( $this->updating );
					$this->update_ended();
				} else {
					$this->check();
				}
			} catch ( Throwable $error ) {
				// Nothing can be reported here.
			}
			$this->unlock();
		}

		private function check() {
			$early   = wp_doing_cron() ? 'cron' : ( is_admin() ? 'admin' : 'front' );
			$context = defined( 'REST_REQUEST' ) && REST_REQUEST ? 'rest' : $early;
			$blog    = get_current_blog_id();
			// Before the update a request ends here, and after it no content is read: size and date of the main file are known.
			$now = self::stat_of( $this->config['main'] );
			if ( '' !== $now && $now === $this->config['stat'] ) {
				return;
			}
			$state = $this->read_state();
			$known = isset( $state['main'] ) && $state['main'] === $now;
			if ( ! in_array( $state['state'], array( 'armed', 'restoring' ), true ) || ( ! $known && ! $this->changed() ) ) {
				return;
			}
			$error = null === $this->reported ? error_get_last() : $this->reported;
			if ( ! is_array( $error ) || ! in_array( $error['type'], self::FATAL, true ) ) {
				$error = $this->loaded ? null : $this->early_end();
			}
			if ( null === $error ) {
				if ( $this->loaded ) {
					$this->loaded_well( $state, $early . ':' . $blog, $context );
				}
				return;
			}
			$limit = preg_match( '/^(Allowed memory size|Out of memory|Maximum execution time)/', $error['message'] );
			if ( $limit ) {
				@ini_set( 'memory_limit', (string) ( memory_get_usage( true ) + 67108864 ) );
				@set_time_limit( 60 );
			}
			$key    = $this->loaded ? self::late_key( $context ) : $early . ':' . $blog;
			$strict = $this->loaded || $limit || isset( $error['silent'] );
			if ( ( $strict && ! $this->owns( $error['file'] ) ) || ! $this->lock() ) {
				return;
			}
			$state = $this->state_under_lock();
			if ( 'armed' !== $state['state'] || ( ! $strict && ! $this->concerns( $error, $key, $state ) ) ) {
				return;
			}
			$by          = $this->sent_by();
			$found       = self::describe_error( $error, $this->loaded ? $context : $early );
			$confirmable = ! $this->loaded || 'rest' === $context || 'cron' === $context || ( 'admin' === $context && wp_doing_ajax() );
			$counts      = ( $confirmable && ( $by || ! $strict ) ) || ( ! $by && $this->loaded && $this->is_administrators_screen() );
			$repeated    = isset( $state['fatals'][ $key ] ) && ( ! $strict || $state['fatals'][ $key ]['file'] === $found['file'] );
			$acts        = $counts && $repeated && ( $by || $strict );
			$suspect     = isset( $state['suspect'] ) ? $state['suspect'] : null;
			if ( $counts ) {
				$state['fatals'][ $key ] = $found;
			} else {
				$state['suspect'] = $found + array( 'by' => $this->is_administrator() ? 'administrator' : ( did_action( 'set_current_user' ) && is_user_logged_in() ? 'signed_in' : 'visitor' ) );
			}
			$requests = isset( $state['requests'] ) ? (int) $state['requests'] : 0;
			$waited   = time() - ( isset( $state['requested'] ) ? (int) $state['requested'] : 0 ) >= 3;
			// Its own request needs no other one, unless two of them have to fail.
			$sends = $confirmable && ! $acts && ! ( $by && $repeated ) && $requests < 20 && ( 'guard' === $by ? $strict : $waited );
			if ( $sends ) {
				$state['requests']  = $requests + 1;
				$state['requested'] = time();
			}
			// A flood of the same error writes nothing.
			if ( $counts || $sends || ! $suspect || $suspect['file'] !== $found['file'] || $suspect['line'] !== $found['line'] || $suspect['by'] !== $state['suspect']['by'] ) {
				$this->write_state( $state );
			}
			if ( $acts ) {
				$this->act( $found );
			} elseif ( $sends ) {
				$this->unlock();
				$this->request_site( $this->loaded ? $context : $early );
			}
		}

		private static function late_key( $context ) {
			return $context . ':late:' . get_current_blog_id();
		}

		/** The new files have loaded: an earlier fatal error was caused by its request. Later errors end with a request of the same kind. */
		private function loaded_well( $state, $key, $context ) {
			$late = self::late_key( $context );
			$ends = isset( $state['fatals'][ $late ] ) && ( $this->sent_by() || $this->is_administrators_screen() );
			if ( ( isset( $state['healthy'][ $key ] ) && ! isset( $state['fatals'][ $key ] ) && ! $ends ) || ! $this->lock() ) {
				return;
			}
			$state = $this->read_state();
			if ( 'armed' !== $state['state'] ) {
				return;
			}
			unset( $state['fatals'][ $key ] );
			if ( $ends ) {
				unset( $state['fatals'][ $late ] );
			}
			$state['healthy'][ $key ] = true;
			$this->write_state( $state );
		}

		/** The item ended the request while its files were loaded, without an error, and showed nothing or a server error. */
		private function early_end() {
			$status = (int) http_response_code();
			$shown  = headers_sent() ? 1 : 0;
			foreach ( ob_get_status( true ) as $buffer ) {
				$shown += (int) $buffer['buffer_used'];
			}
			if ( $status < 500 && ( $shown || ( 200 !== $status && 0 !== $status ) ) ) {
				return null;
			}
			if ( 'plugin' === $this->config['type'] ) {
				$plugins = array_merge( is_multisite() ? wp_get_active_network_plugins() : array(), wp_get_active_and_valid_plugins() );
				$next    = '' === $this->last ? 0 : 1 + (int) array_search( $this->last, $plugins, true );
				$is_this = ! did_action( 'plugins_loaded' ) && isset( $plugins[ $next ] ) && realpath( $plugins[ $next ] ) === realpath( $this->config['main'] );
			} else {
				$is_this = did_action( 'setup_theme' ) && ! did_action( 'after_setup_theme' ) && in_array( $this->config['target'] . '/functions.php', get_included_files(), true );
			}
			return $is_this ? array( 'type' => E_ERROR, 'message' => 'It ended the request while it was loaded.', 'file' => $this->config['main'], 'line' => 0, 'silent' => true ) : null;
		}

		private function is_administrator() {
			return did_action( 'set_current_user' ) && ( is_multisite() ? is_super_admin() : current_user_can( 'manage_options' ) );
		}

		/** Without parameters: another site can make the browser of an administrator request an address. */
		private function is_administrators_screen() {
			return is_admin() && ! wp_doing_ajax() && 'GET' === $_SERVER['REQUEST_METHOD'] && empty( $_SERVER['QUERY_STRING'] ) && $this->is_administrator();
		}

		/** A person named it in the administration, in Flotilla or on the command line: the code of a release does so in any request. */
		private function is_by_person( $plugin ) {
			$named = array();
			foreach ( array( 'plugin', 'stylesheet', 'theme', 'checked' ) as $field ) {
				foreach ( isset( $_REQUEST[ $field ] ) ? (array) $_REQUEST[ $field ] : array() as $value ) {
					$named = array_merge( $named, is_string( $value ) ? explode( '||', $value ) : array() );
				}
			}
			$uri  = isset( $_SERVER['REQUEST_URI'] ) ? rawurldecode( $_SERVER['REQUEST_URI'] ) : '';
			$rest = false !== strpos( $uri, '/wp/v2/plugins/' . substr( $plugin, 0, -4 ) );
			$ends = isset( $_POST['mainwpsignature'], $_POST['function'] ) && 'deactivate' === $_POST['function'];
			return ( defined( 'WP_CLI' ) && WP_CLI ) || ( $this->is_administrator() && ( in_array( $plugin, $named, true ) || $rest || $ends ) );
		}

		public function item_deleted( $slug ) {
			if ( $slug === $this->config['slug'] && $this->is_by_person( $slug ) ) {
				$this->stand_down( 'deleted' );
			}
		}

		/** A person who ends the connection wants nothing more from Flotilla. */
		public function plugin_deactivated( $plugin ) {
			if ( $plugin === $this->config['connector'] && $this->is_by_person( $plugin ) ) {
				$this->stand_down( 'connector_deactivated' );
			}
		}

		/** An error in other software counts until the new files have loaded once: later it has another cause. */
		private function concerns( $error, $key, $state ) {
			if ( $this->owns( $error['file'] ) ) {
				return true;
			}
			foreach ( $GLOBALS['flotilla_guards'] as $other ) {
				if ( $other !== $this && $other->owns( $error['file'] ) && $other->changed() ) {
					return false;
				}
			}
			return ! isset( $state['healthy'][ $key ] );
		}

		public function owns( $file ) {
			return $file === $this->config['target'] || 0 === strpos( $file, $this->config['target'] . '/' );
		}

		public function target() {
			return $this->config['target'];
		}

		/** The token proves that a request has nothing from a visitor: 'flotilla' or 'guard' sent it. */
		private function sent_by() {
			$header = isset( $_SERVER['HTTP_X_FLOTILLA_GUARD'] ) ? (string) $_SERVER['HTTP_X_FLOTILLA_GUARD'] : '';
			foreach ( explode( ',', substr( $header, 0, 2000 ) ) as $token ) {
				if ( hash_equals( $this->config['token'], trim( $token ) ) ) {
					return 'flotilla';
				}
				if ( hash_equals( $this->own_token(), trim( $token ) ) ) {
					return 'guard';
				}
			}
			return null;
		}

		private function own_token() {
			return hash_hmac( 'sha256', 'guard', $this->config['token'] );
		}

		/** A clean request, after the visitor has the answer. What it finds is seen by the guard inside of it. */
		private function request_site( $context ) {
			if ( function_exists( 'fastcgi_finish_request' ) ) {
				fastcgi_finish_request();
			} elseif ( function_exists( 'litespeed_finish_request' ) ) {
				litespeed_finish_request();
			}
			$url = isset( $this->config[ $context ] ) ? $this->config[ $context ] : $this->config['front'];
			if ( is_multisite() ) {
				$url = 'admin' === $context ? get_admin_url( null, 'admin-ajax.php' ) : ( 'cron' === $context ? get_site_url( null, 'wp-cron.php' ) : get_home_url( null, '/' ) );
			}
			$ask    = array( 'rest' => 'rest_route=/&', 'cron' => 'doing_wp_cron&' );
			$url   .= ( false === strpos( $url, '?' ) ? '?' : '&' ) . ( isset( $ask[ $context ] ) ? $ask[ $context ] : '' ) . 'flotilla-guard=' . bin2hex( random_bytes( 6 ) );
			$header = 'X-Flotilla-Guard: ' . $this->own_token();
			if ( function_exists( 'curl_init' ) ) {
				$curl = curl_init( $url );
				curl_setopt_array( $curl, array( CURLOPT_HTTPHEADER => array( $header ), CURLOPT_RETURNTRANSFER => true, CURLOPT_CONNECTTIMEOUT => 3, CURLOPT_TIMEOUT => 20, CURLOPT_SSL_VERIFYPEER => false, CURLOPT_SSL_VERIFYHOST => 0, CURLOPT_USERAGENT => 'Flotilla guard' ) );
				curl_exec( $curl );
			} elseif ( ini_get( 'allow_url_fopen' ) ) {
				$http = array( 'header' => $header, 'timeout' => 20, 'ignore_errors' => true, 'follow_location' => 0, 'user_agent' => 'Flotilla guard' );
				@file_get_contents( $url, false, stream_context_create( array( 'http' => $http, 'ssl' => array( 'verify_peer' => false, 'verify_peer_name' => false ) ) ), 0, 1 );
			}
		}

`

export const guardPluginTemplate = handling + guardPluginActions + guardPluginFiles
