import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findDebianProgram } from '../../testing/debian-programs.ts'
import { phpOfDebian } from '../../testing/php/run-php.ts'
import { describeIf } from '../../testing/requirements.ts'
import { hideVersionCode } from './hide-version-code.ts'

const php = await findDebianProgram('php8.2', 'php8.2-cli')

it('is the code that was reviewed', () => {
  expect(createHash('sha256').update(hideVersionCode).digest('hex')).toBe(
    '3ae777f968a17fa15f89470df6aa3d6042740292b2c52b7b4122ed495f1f172d',
  )
})

describeIf({ present: typeof php !== 'string', name: 'PHP 8.2 of Debian' })('the code on a site', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flotilla-php-'))
  })
  afterEach(() => rm(folder, { recursive: true }))
  const plugin = () => join(folder, 'mu-plugins/flotilla-hide-version.php')

  /** WordPress as far as the code uses it: filters, and the version in the head of a page. */
  async function runOnSite(code: string): Promise<string> {
    if (typeof php === 'string') throw new Error(php)
    const wordpress = `<?php
      define( 'WP_CONTENT_DIR', ${JSON.stringify(folder)} );
      $filters = array();
      function wp_mkdir_p( $folder ) { return mkdir( $folder, 0755, true ); }
      function __return_empty_string() { return ''; }
      function add_filter( $name, $function, $priority ) { $GLOBALS['filters'][ $name ][] = $function; }
      function the_generator() {
        $text = '<meta name="generator" content="WordPress 6.4">';
        foreach ( $GLOBALS['filters']['the_generator'] ?? array() as $filter ) { $text = $filter( $text ); }
        echo $text;
      }
      ${code}`
    await writeFile(join(folder, 'run.php'), wordpress)
    const { stdout, stderr } = await phpOfDebian(php.path, php.environment)(folder, 'run.php')
    expect(stderr).toBe('')
    return stdout
  }

  it('writes a must-use plugin that hides the version, twice the same', async () => {
    expect(await runOnSite(hideVersionCode)).toBe('FLOTILLA-VERSION hidden END')
    const first = await readFile(plugin(), 'utf8')
    expect(await runOnSite(hideVersionCode)).toBe('FLOTILLA-VERSION hidden END')
    expect(await readFile(plugin(), 'utf8')).toBe(first)
    expect(await runOnSite('the_generator();')).toContain('WordPress 6.4')
    expect(await runOnSite(`include '${plugin()}'; the_generator();`)).toBe('')
  })

  it('does not write through a link or into a file in place of the folder', async () => {
    await writeFile(join(folder, 'other'), 'kept')
    await runOnSite('wp_mkdir_p( WP_CONTENT_DIR . "/mu-plugins" );')
    await symlink(join(folder, 'other'), plugin())
    expect(await runOnSite(hideVersionCode)).toBe('FLOTILLA-VERSION not_writable END')
    expect(await readFile(join(folder, 'other'), 'utf8')).toBe('kept')
  })
})
