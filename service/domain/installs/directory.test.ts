import { describe, expect, it } from 'vitest'
import { directoryNameOf, isFromDirectory, packageAddress } from './directory.ts'

const headers = { name: 'Akismet', author: 'Automattic', updateUri: '', version: '5.3' }
const known = { ...headers, packageUrl: 'https://downloads.wordpress.org/plugin/akismet.5.4.zip' }

describe('packageAddress', () => {
  it('names an exact version, or the newest one', () => {
    expect(packageAddress('plugin', 'akismet', '5.3')).toBe('https://downloads.wordpress.org/plugin/akismet.5.3.zip')
    expect(packageAddress('theme', 'astra', null)).toBe('https://downloads.wordpress.org/theme/astra.latest-stable.zip')
  })

  it.each([
    ['../akismet', '5.3'],
    ['akismet', '5.3/../../x'],
    ['akismet?x', '5.3'],
    ['', '5.3'],
  ])('refuses %s %s', (name, version) => {
    expect(packageAddress('plugin', name, version)).toBeNull()
  })
})

describe('directoryNameOf', () => {
  it('is the folder of a plugin, or its file without the extension', () => {
    expect(directoryNameOf('plugin', 'akismet/akismet.php')).toBe('akismet')
    expect(directoryNameOf('plugin', 'hello.php')).toBe('hello')
    expect(directoryNameOf('theme', 'twentytwentyfive')).toBe('twentytwentyfive')
    expect(directoryNameOf('plugin', 'My Plugin/x.php')).toBeNull()
  })
})

describe('isFromDirectory', () => {
  it('accepts a copy whose package WordPress finds in the directory', () => {
    expect(isFromDirectory('plugin', 'akismet/akismet.php', known)).toBe(true)
    expect(
      isFromDirectory('plugin', 'akismet/akismet.php', {
        ...known,
        updateUri: 'https://wordpress.org/plugins/akismet/',
      }),
    ).toBe(true)
  })

  it.each([
    ['no package', { packageUrl: '' }],
    ['a package of a vendor', { packageUrl: 'https://vendor.example/akismet.5.4.zip' }],
    ['a package of another plugin', { packageUrl: 'https://downloads.wordpress.org/plugin/other.5.4.zip' }],
    [
      'a host that only looks like the directory',
      { packageUrl: 'https://downloads.wordpress.org.evil.example/plugin/akismet.5.4.zip' },
    ],
    ['a user name in the address', { packageUrl: 'https://x@downloads.wordpress.org/plugin/akismet.5.4.zip' }],
    ['no encryption', { packageUrl: 'http://downloads.wordpress.org/plugin/akismet.5.4.zip' }],
    ['a theme of the same name', { packageUrl: 'https://downloads.wordpress.org/theme/akismet.5.4.zip' }],
    ['another source of updates', { updateUri: 'https://vendor.example/akismet' }],
    ['updates switched off', { updateUri: 'false' }],
  ])('refuses a copy with %s', (_, other) => {
    expect(isFromDirectory('plugin', 'akismet/akismet.php', { ...known, ...other })).toBe(false)
  })
})
