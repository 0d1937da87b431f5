/** The last part of the class in guard-plugin-template.ts: how it replaces, reads and removes files. */
export const guardPluginFiles = String.raw`		/** Returns the problem, if any. The files are complete before the first one is replaced. */
		private function restore() {
			$target = $this->config['target'];
			$new    = $this->beside( 'new' );
			$old    = $this->beside( 'old' );
			$this->delete( $new );
			$problem = $this->unpack( $new );
			if ( null !== $problem ) {
				$this->delete( $new );
				return $problem;
			}
			if ( file_exists( $target ) ) {
				$this->delete( $old );
				if ( ! @rename( $target, $old ) ) {
					$this->delete( $new );
					return 'The folder cannot be renamed.';
				}
			}
			if ( ! @rename( $new, $target ) ) {
				@rename( $old, $target );
				$this->delete( $new );
				return 'The copy cannot be moved.';
			}
			$this->forget_code( $target, $target );
			$this->forget_code( $old, $target );
			$this->delete( $old );
			clearstatcache( true );
			return null;
		}

		/** A process that died between two renames left the target missing. */
		private function finish_swap() {
			if ( file_exists( $this->config['target'] ) ) {
				return;
			}
			foreach ( array( 'new', 'old' ) as $which ) {
				if ( is_file( $this->config['dir'] . '/state.php' ) && file_exists( $this->beside( $which ) ) && $this->lock() ) {
					// The lock is free and the target is missing: no request is between the two renames.
					clearstatcache( true );
					if ( ! file_exists( $this->config['target'] ) && @rename( $this->beside( $which ), $this->config['target'] ) ) {
						$this->forget_code( $this->config['target'], $this->config['target'] );
						$state            = $this->read_state();
						$state['state']   = $this->changed() ? 'armed' : 'restored';
						$state['culprit'] = isset( $state['culprit'] ) ? $state['culprit'] : null;
						$this->write_state( $state );
					}
					$this->unlock();
				}
			}
		}

		/** Removes compiled files from the cache of PHP, which otherwise runs the replaced ones for a while. */
		private function forget_code( $folder, $shown_as ) {
			if ( ! function_exists( 'opcache_invalidate' ) || ( ini_get( 'opcache.restrict_api' ) && 0 !== strpos( __FILE__, ini_get( 'opcache.restrict_api' ) ) ) ) {
				return;
			}
			foreach ( self::files_in( $folder ) as $path ) {
				if ( '.php' === substr( $path, -4 ) ) {
					@opcache_invalidate( $shown_as . substr( $path, strlen( $folder ) ), true );
				}
			}
		}

		private static function files_in( $path ) {
			if ( is_link( $path ) || ! is_dir( $path ) ) {
				return array( $path );
			}
			$files = array();
			foreach ( (array) scandir( $path ) as $name ) {
				if ( '.' !== $name && '..' !== $name ) {
					$files = array_merge( $files, self::files_in( $path . '/' . $name ) );
				}
			}
			return $files;
		}

		/** Each entry is a line of JSON, followed by the bytes of the file. */
		private function unpack( $to ) {
			$from = @fopen( $this->copy(), 'rb' );
			if ( ! $from ) {
				return 'The copy is missing.';
			}
			$entries = 0;
			while ( false !== ( $line = fgets( $from ) ) ) {
				$entry = json_decode( $line, true );
				if ( ! is_array( $entry ) ) {
					break;
				}
				if ( isset( $entry['end'] ) ) {
					fclose( $from );
					return $entries === $entry['end'] ? null : 'The copy is not complete.';
				}
				++$entries;
				$name = base64_decode( $entry['path'] );
				if ( preg_match( '~(^|/)\.\.?(/|$)|^/|//|\x00~', $name ) ) {
					break;
				}
				$path = '' === $name ? $to : $to . '/' . $name;
				if ( isset( $entry['folder'] ) ) {
					if ( ! @mkdir( $path, 0755 ) ) {
						return 'A folder cannot be created.';
					}
				} elseif ( self::copy_bytes( $from, $path, $entry['size'] ) !== $entry['sum'] ) {
					return 'A file of the copy cannot be written or is damaged.';
				}
				@chmod( $path, $entry['mode'] );
			}
			fclose( $from );
			return 'The copy is damaged.';
		}

		/** Returns the checksum of what was written, or null. */
		private static function copy_bytes( $from, $path, $size ) {
			$to = @fopen( $path, 'xb' );
			if ( ! $to ) {
				return null;
			}
			$sum = hash_init( 'crc32b' );
			while ( $size > 0 ) {
				$bytes = fread( $from, min( $size, 65536 ) );
				if ( false === $bytes || '' === $bytes || fwrite( $to, $bytes ) !== strlen( $bytes ) ) {
					fclose( $to );
					return null;
				}
				hash_update( $sum, $bytes );
				$size -= strlen( $bytes );
			}
			return fclose( $to ) ? hash_final( $sum ) : null;
		}

		/** An update that ends early leaves this file, and WordPress answers 503 for ten minutes. */
		private function remove_maintenance( $since ) {
			$file = ABSPATH . '.maintenance';
			clearstatcache( true, $file );
			if ( is_file( $file ) && filemtime( $file ) >= $since - 1 ) {
				@unlink( $file );
			}
		}

		/** Leaves nothing behind. */
		public function remove() {
			$this->finish_swap();
			$this->unlock();
			@unlink( $this->file );
			if ( function_exists( 'opcache_invalidate' ) && ! ini_get( 'opcache.restrict_api' ) ) {
				@opcache_invalidate( $this->file, true );
			}
			$this->delete( $this->config['dir'] );
			if ( ABSPATH === $this->config['abspath'] && file_exists( $this->config['target'] ) ) {
				$this->delete( $this->beside( 'new' ) );
				$this->delete( $this->beside( 'old' ) );
			}
			if ( $this->config['made_folder'] ) {
				@rmdir( dirname( $this->file ) );
			}
			unset( $GLOBALS['flotilla_guards'][ $this->config['id'] ] );
		}

		private function copy() {
			return $this->config['dir'] . '/copy.bin';
		}

		/** WordPress skips names that start with a dot. */
		private function beside( $which ) {
			return dirname( $this->config['target'] ) . '/.flotilla-guard-' . $this->config['id'] . '-' . $which;
		}

		private function lock() {
			if ( null === $this->lock ) {
				$file = is_dir( $this->config['dir'] ) ? @fopen( $this->config['dir'] . '/lock', 'c' ) : false;
				if ( $file && flock( $file, LOCK_EX | LOCK_NB ) ) {
					$this->lock = $file;
				} elseif ( $file ) {
					fclose( $file );
				}
			}
			return null !== $this->lock;
		}

		private function unlock() {
			if ( null !== $this->lock ) {
				flock( $this->lock, LOCK_UN );
				fclose( $this->lock );
				$this->lock = null;
			}
		}

		/** Read as text: over the web the first line ends the file, and OPcache has no part in it. */
		private function read_state() {
			$text  = (string) @file_get_contents( $this->config['dir'] . '/state.php' );
			$state = json_decode( substr( $text, (int) strpos( $text, "\n" ) + 1 ), true );
			return is_array( $state ) && isset( $state['state'] ) ? $state : array( 'state' => 'lost' );
		}

		/** A process that died while it restored left that state; nothing else restores while this process has the lock. */
		private function state_under_lock() {
			$state = $this->read_state();
			if ( 'restoring' === $state['state'] ) {
				$state['state'] = $this->changed() ? 'armed' : 'restored';
			}
			return $state;
		}

		private function write_state( $state ) {
			$file = $this->config['dir'] . '/state-' . bin2hex( random_bytes( 6 ) ) . '.php';
			$text = "<?php exit; ?>\n" . json_encode( $state, JSON_INVALID_UTF8_SUBSTITUTE );
			if ( @file_put_contents( $file, $text ) === strlen( $text ) ) {
				@chmod( $file, 0600 );
				return @rename( $file, $this->config['dir'] . '/state.php' );
			}
			@unlink( $file );
			return false;
		}

		private function delete( $path ) {
			if ( is_dir( $path ) && ! is_link( $path ) ) {
				foreach ( (array) scandir( $path ) as $name ) {
					if ( '.' !== $name && '..' !== $name ) {
						$this->delete( $path . '/' . $name );
					}
				}
				@rmdir( $path );
			} elseif ( file_exists( $path ) || is_link( $path ) ) {
				@unlink( $path );
			}
		}
	}
}

`
