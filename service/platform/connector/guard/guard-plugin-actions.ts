/** The second part of the class in guard-plugin-template.ts: signed requests of Flotilla, and what the guard does and says. */
export const guardPluginActions = String.raw`		/**
		 * Restore now: a signed request of Flotilla, answered before other plugins load. It can ask for this guard's copy or state only.
		 * Anything else is left to WordPress, and before any cryptography if guard, length or time do not fit.
		 */
		private function answer_signed_request() {
			$text = isset( $_POST['flotilla_guard'] ) ? $_POST['flotilla_guard'] : '';
			if ( ! is_string( $text ) || strlen( $text ) > 900 || ! preg_match( '/\A(1\.([0-9a-f]{32})\.(restore|state)\.([0-9]{10})\.([0-9a-f]{32}))\.([A-Za-z0-9_-]{300,700})\z/', $text, $part ) ) {
				return;
			}
			if ( ! hash_equals( $this->config['id'], $part[2] ) || abs( (int) $part[4] - time() - $this->config['offset'] ) > self::WINDOW || ! $this->is_signed( $part[1], $part[6] ) ) {
				return;
			}
			@set_time_limit( 300 );
			ignore_user_abort( true );
			$answer = array( 'id' => $this->config['id'], 'state' => 'busy' );
			try {
				if ( $this->lock() ) {
					if ( ! $this->use_nonce( $part[5], (int) $part[4] ) ) {
						$this->unlock();
						return;
					}
					$answer = 'restore' === $part[3] ? $this->restore_now() : $this->describe();
				}
			} catch ( Throwable $error ) {
				$answer = array( 'id' => $this->config['id'], 'state' => 'armed', 'problem' => substr( str_replace( ABSPATH, '', $error->getMessage() ), 0, 300 ) );
			}
			$this->unlock();
			self::$answered = true;
			while ( ob_get_level() > 0 && @ob_end_clean() ) {
				continue;
			}
			if ( ! headers_sent() ) {
				http_response_code( 200 );
				header( 'Content-Type: text/plain; charset=utf-8' );
				header( 'Cache-Control: no-store, private' );
				header( 'X-Robots-Tag: noindex' );
			}
			echo 'FLOTILLA-GUARD ' . json_encode( array( 'nonce' => $part[5], 'guards' => array( $answer ) ), JSON_INVALID_UTF8_SUBSTITUTE ) . ' END';
			exit;
		}

		/**
		 * With the key that the connector stores. The signed block has no ASN.1 of a hash as those of the connector have: no signature of
		 * one of them is one of the other, so this request cannot be used as a login link.
		 */
		private function is_signed( $message, $signature ) {
			$key = $this->connector_key();
			if ( '' === $key || ! function_exists( 'openssl_public_decrypt' ) ) {
				return false;
			}
			$public = @openssl_pkey_get_public( $key );
			$signed = '';
			return $public && @openssl_public_decrypt( base64_decode( strtr( $signature, '-_', '+/' ) ), $signed, $public ) && hash_equals( 'flotilla-guard-v1:' . hash( 'sha256', $message, true ), (string) $signed );
		}

		private function connector_key() {
			$key = is_multisite() ? get_blog_option( $this->config['blog'], 'mainwp_child_pubkey' ) : get_option( 'mainwp_child_pubkey' );
			return is_string( $key ) && strlen( $key ) < 8000 ? (string) base64_decode( $key ) : '';
		}

		/** The lock is held. False: it was used before, or there are too many. */
		private function use_nonce( $nonce, $time ) {
			$state  = $this->read_state();
			$oldest = time() + $this->config['offset'] - 2 * self::WINDOW;
			$nonces = array();
			foreach ( isset( $state['nonces'] ) ? $state['nonces'] : array() as $each => $at ) {
				if ( $at >= $oldest ) {
					$nonces[ $each ] = $at;
				}
			}
			if ( 'lost' === $state['state'] || isset( $nonces[ $nonce ] ) || count( $nonces ) >= self::NONCES ) {
				return false;
			}
			$nonces[ $nonce ] = $time;
			$state['nonces']  = $nonces;
			return $this->write_state( $state );
		}

		/** Whether signed requests can be answered. */
		private function direct() {
			return ! function_exists( 'openssl_public_decrypt' ) ? 'no_openssl' : ( '' === $this->connector_key() ? 'no_key' : 'ready' );
		}

		private static function stat_of( $file ) {
			clearstatcache( true, $file );
			return is_file( $file ) ? filesize( $file ) . ' ' . filemtime( $file ) : '';
		}

		private function main_hash() {
			clearstatcache( true, $this->config['main'] );
			return is_file( $this->config['main'] ) ? hash_file( 'sha256', $this->config['main'] ) : '';
		}

		/** Whether the guarded files differ from those that were copied. */
		public function changed() {
			$now = self::stat_of( $this->config['main'] );
			return '' === $now || ( $now !== $this->config['stat'] && $this->main_hash() !== $this->config['hash'] );
		}

		/**
		 * What the folder has now: files of the copy, those that were installed, others, or none. Only PHP counts, because items write other
		 * files, and only its content: dates change without a person.
		 */
		private function files( $state ) {
			if ( '' === self::stat_of( $this->config['main'] ) ) {
				return 'missing';
			}
			if ( ! $this->changed() ) {
				return 'old';
			}
			$list = isset( $state['main'] ) ? @fopen( $this->config['dir'] . '/installed.txt', 'rb' ) : false;
			if ( ! $list ) {
				return 'unknown';
			}
			$found = 'as_installed';
			while ( 'changed' !== $found && false !== ( $line = fgets( $list ) ) ) {
				$entry = json_decode( $line, true );
				$path  = $this->config['target'] . base64_decode( $entry[0] );
				$found = ! is_file( $path ) ? 'missing' : ( @hash_file( 'md5', $path ) === $entry[1] ? $found : 'changed' );
			}
			fclose( $list );
			return $found;
		}

		/** The lock is held. */
		private function record_installed( $state ) {
			$lines  = '';
			$target = $this->config['target'];
			foreach ( array_slice( self::files_in( $target ), 0, 20000 ) as $path ) {
				if ( '.php' === substr( $path, -4 ) || $path === $this->config['main'] ) {
					$lines .= json_encode( array( base64_encode( substr( $path, strlen( $target ) ) ), @hash_file( 'md5', $path ) ) ) . "\n";
				}
			}
			$state['main'] = self::stat_of( $this->config['main'] );
			if ( '' === $state['main'] || @file_put_contents( $this->config['dir'] . '/installed.txt', $lines ) !== strlen( $lines ) ) {
				unset( $state['main'] );
			}
			unset( $state['fatals'], $state['healthy'], $state['suspect'] );
			$this->write_state( $state );
		}

		/** At the end of a request that installed something: the first one after arming is the update, later ones are Flotilla's or others'. */
		private function update_ended() {
			if ( $this->before === $this->main_hash() || ! $this->lock() ) {
				return;
			}
			$state = $this->state_under_lock();
			if ( 'armed' !== $state['state'] || ! $this->changed() ) {
				return;
			}
			if ( isset( $state['main'] ) && ! isset( $_POST['mainwpsignature'] ) ) {
				$this->stand_down( 'other_update' );
			} else {
				$this->record_installed( $state );
			}
		}

		/** It does nothing any more. */
		private function stand_down( $why ) {
			if ( ! $this->lock() ) {
				return;
			}
			$state = $this->read_state();
			if ( in_array( $state['state'], array( 'armed', 'restoring' ), true ) ) {
				$state['state'] = 'stood_down';
				$state['why']   = $why;
				$state['ended'] = time();
				$this->write_state( $state );
			}
		}

		/** Puts the copy back, or only deactivates a plugin whose old version has a known vulnerability. The lock is held. */
		private function act( $culprit ) {
			@set_time_limit( 300 );
			ignore_user_abort( true );
			$state = $this->read_state();
			$files = $this->files( $state );
			if ( 'changed' === $files ) {
				$this->stand_down( 'changed' );
				return;
			}
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
				// WordPress deactivates a plugin that is missing; a release may have deactivated the connector.
				if ( 'restored' === $state['state'] && 'missing' === $files ) {
					$this->activate( $this->config['slug'], $this->config['active'] );
				}
				$this->activate( $this->config['connector'], $this->config['connector_active'] );
				delete_site_transient( 'plugin' === $this->config['type'] ? 'update_plugins' : 'update_themes' );
				wp_cache_delete( 'plugins', 'plugins' );
				$this->remove_maintenance( 0 );
			}
			$state['ended'] = time();
			$this->write_state( $state );
		}

		private function deactivate() {
			$plugin = $this->config['slug'];
			if ( is_multisite() ) {
				$network = (array) get_site_option( 'active_sitewide_plugins', array() );
				if ( isset( $network[ $plugin ] ) ) {
					unset( $network[ $plugin ] );
					update_site_option( 'active_sitewide_plugins', $network );
				}
			}
			$active = (array) get_option( 'active_plugins', array() );
			if ( in_array( $plugin, $active, true ) ) {
				update_option( 'active_plugins', array_values( array_diff( $active, array( $plugin ) ) ) );
			}
		}

		/** Active again as it was when the guard was armed: 'network', 'site' or ''. */
		private function activate( $plugin, $how ) {
			if ( '' === $plugin || ! is_file( WP_PLUGIN_DIR . '/' . $plugin ) ) {
				return;
			}
			if ( 'network' === $how ) {
				$network = (array) get_site_option( 'active_sitewide_plugins', array() );
				if ( ! isset( $network[ $plugin ] ) ) {
					$network[ $plugin ] = time();
					update_site_option( 'active_sitewide_plugins', $network );
				}
			} elseif ( 'site' === $how && get_current_blog_id() === $this->config['blog'] ) {
				$active = (array) get_option( 'active_plugins', array() );
				if ( ! in_array( $plugin, $active, true ) ) {
					$active[] = $plugin;
					sort( $active );
					update_option( 'active_plugins', $active );
				}
			}
		}

		/** For Flotilla: the state, with the version on disk. */
		public function describe() {
			$state = $this->read_state();
			$files = $this->files( $state );
			if ( 'armed' === $state['state'] && 'changed' === $files ) {
				$this->stand_down( 'changed' );
				$this->unlock();
				$state = $this->read_state();
			}
			$fatals = isset( $state['fatals'] ) ? array_values( $state['fatals'] ) : array();
			return array(
				'id'      => $this->config['id'],
				'state'   => 'restoring' === $state['state'] && 'old' === $files ? 'restored' : $state['state'],
				'version' => $this->version(),
				'files'   => $files,
				'culprit' => isset( $state['culprit'] ) ? $state['culprit'] : ( $fatals ? $fatals[0] : null ),
				'suspect' => isset( $state['suspect'] ) ? $state['suspect'] : null,
				'why'     => isset( $state['why'] ) ? $state['why'] : null,
				'direct'  => $this->direct(),
				'problem' => isset( $state['problem'] ) ? $state['problem'] : null,
			);
		}

		private function version() {
			$headers = is_file( $this->config['main'] ) ? get_file_data( $this->config['main'], array( 'version' => 'Version' ) ) : array( 'version' => '' );
			return $headers['version'];
		}

		/** Whether it does nothing any more, so that another guard may take its place. */
		public function is_over() {
			$state = $this->read_state();
			return ! in_array( $state['state'], array( 'armed', 'restoring' ), true );
		}

		/** Flotilla asks for the copy, because a check failed. */
		public function restore_now() {
			if ( ! $this->lock() ) {
				return array( 'id' => $this->config['id'], 'state' => 'busy' );
			}
			$state = $this->state_under_lock();
			if ( 'armed' === $state['state'] ) {
				$this->act( isset( $state['fatals'] ) ? reset( $state['fatals'] ) : null );
			}
			$this->unlock();
			return $this->describe();
		}

		private static function describe_error( $error, $context ) {
			$message = str_replace( ABSPATH, '', $error['message'] );
			$hooks   = isset( $GLOBALS['wp_current_filter'] ) ? (array) $GLOBALS['wp_current_filter'] : array();
			return array(
				'message' => substr( preg_replace( '/\s*Stack trace:.*/s', '', $message ), 0, 500 ),
				'file'    => substr( str_replace( ABSPATH, '', $error['file'] ), 0, 300 ),
				'line'    => (int) $error['line'],
				'at'      => time(),
				'context' => $context,
				'hook'    => substr( (string) end( $hooks ), 0, 100 ),
			);
		}

`
