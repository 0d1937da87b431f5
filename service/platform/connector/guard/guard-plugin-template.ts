import { guardPluginFiles } from './guard-plugin-files.ts'

/**
 * The must-use plugin that guards one plugin or theme while it is updated. A constant: parameters are data in its last line.
 * guard.test.ts pins its hash. Raw text: no backquotes and no dollar sign before a brace.
 *
 * It acts on fatal errors while WordPress loads, until `init` ends. A request of a visitor can only start a check: the guard then
 * requests the site itself, without anything from the visitor, and acts only if that clean request fails in the same way. So a
 * fatal error that one request causes with its parameters never brings an old version back.
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

if ( ! class_exists( 'Flotilla_Guard_1', false ) ) {
	final class Flotilla_Guard_1 {
		private $file;
		private $config;
		private $loaded   = false;
		private $reported = null;
		private $lock     = null;
		private $updating = 0;

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
			register_shutdown_function( array( $guard, 'shutdown' ) );
			add_action( 'init', array( $guard, 'init_ended' ), PHP_INT_MAX );
			add_filter( 'wp_php_error_message', array( $guard, 'error_reported' ), 1, 2 );
			add_filter( 'upgrader_pre_install', array( $guard, 'update_starts' ), 1 );
		}

		public function __construct( $file, $config ) {
			$this->file   = $file;
			$this->config = $config;
		}

		public function init_ended() {
			$this->loaded = true;
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
				$this->lock();
			}
			return $response;
		}

		public function shutdown() {
			try {
				if ( $this->updating ) {
					$this->remove_maintenance( $this->updating );
				} else {
					$this->check();
				}
			} catch ( Throwable $error ) {
				// Nothing can be reported here.
			}
			$this->unlock();
		}

		private function check() {
			$error = null === $this->reported ? error_get_last() : $this->reported;
			$fatal = is_array( $error ) && in_array( $error['type'], array( E_ERROR, E_PARSE, E_CORE_ERROR, E_COMPILE_ERROR, E_USER_ERROR, E_RECOVERABLE_ERROR ), true );
			$key   = ( is_admin() ? 'admin' : 'front' ) . ':' . get_current_blog_id();
			if ( ! $this->changed() ) {
				return;
			}
			if ( $this->loaded ) {
				$this->loaded_well( $key );
				return;
			}
			// Memory and time limits are not the fault of a release.
			if ( ! $fatal || preg_match( '/^(Allowed memory size|Out of memory|Maximum execution time)/', $error['message'] ) || ! $this->lock() ) {
				return;
			}
			$state = $this->state_under_lock();
			if ( 'armed' !== $state['state'] || ! $this->concerns( $error, $key, $state ) ) {
				return;
			}
			$by                      = $this->sent_by();
			$repeated                = isset( $state['fatals'][ $key ] );
			$state['fatals'][ $key ] = self::describe_error( $error, $key );
			$requests                = isset( $state['requests'] ) ? (int) $state['requests'] : 0;
			$sends                   = 'guard' !== $by && ! ( $by && $repeated ) && $requests < 20 && time() - ( isset( $state['requested'] ) ? (int) $state['requested'] : 0 ) >= 3;
			if ( $sends ) {
				$state['requests']  = $requests + 1;
				$state['requested'] = time();
			}
			$this->write_state( $state );
			if ( $by && $repeated ) {
				$this->act( $state['fatals'][ $key ] );
			} elseif ( $sends ) {
				$this->unlock();
				$this->request_site( is_admin() );
			}
		}

		/** The new files have loaded: an earlier fatal error was caused by its request. */
		private function loaded_well( $key ) {
			$state = $this->read_state();
			if ( 'armed' !== $state['state'] || ( isset( $state['healthy'][ $key ] ) && ! isset( $state['fatals'][ $key ] ) ) || ! $this->lock() ) {
				return;
			}
			$state = $this->read_state();
			unset( $state['fatals'][ $key ] );
			$state['healthy'][ $key ] = true;
			$this->write_state( $state );
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

		/** Whether the guarded files differ from those that were copied. */
		public function changed() {
			clearstatcache( true, $this->config['main'] );
			return ! is_file( $this->config['main'] ) || hash_file( 'sha256', $this->config['main'] ) !== $this->config['hash'];
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
		private function request_site( $admin ) {
			if ( function_exists( 'fastcgi_finish_request' ) ) {
				fastcgi_finish_request();
			} elseif ( function_exists( 'litespeed_finish_request' ) ) {
				litespeed_finish_request();
			}
			$url = $admin ? $this->config['ajax'] : $this->config['home'];
			if ( is_multisite() ) {
				$url = $admin ? get_admin_url( null, 'admin-ajax.php' ) : get_home_url( null, '/' );
			}
			$url   .= ( false === strpos( $url, '?' ) ? '?' : '&' ) . 'flotilla-guard=' . bin2hex( random_bytes( 6 ) );
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

		/** Puts the copy back, or only deactivates a plugin whose old version has a known vulnerability. The lock is held. */
		private function act( $culprit ) {
			@set_time_limit( 300 );
			ignore_user_abort( true );
			$state            = $this->read_state();
			$state['culprit'] = $culprit;
			if ( $this->config['vulnerable'] ) {
				$state['state'] = 'plugin' === $this->config['type'] ? 'deactivated' : 'left_broken';
				if ( 'deactivated' === $state['state'] ) {
					$this->deactivate();
				}
			} else {
				$state['state']   = 'restoring';
				$this->write_state( $state );
				$problem          = $this->restore();
				$state['state']   = null === $problem ? 'restored' : 'armed';
				$state['problem'] = $problem;
			}
			if ( 'restored' === $state['state'] || 'deactivated' === $state['state'] ) {
				@unlink( $this->copy() );
				delete_site_transient( 'plugin' === $this->config['type'] ? 'update_plugins' : 'update_themes' );
				wp_cache_delete( 'plugins', 'plugins' );
				$this->remove_maintenance( 0 );
			}
			$state['ended'] = time();
			$this->write_state( $state );
			return $state;
		}

`

export const guardPluginTemplate = handling + guardPluginFiles
