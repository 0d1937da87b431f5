import { describe, expect, it } from 'vitest'
import { checkedSlugs, isSlug } from './slugs.ts'
import { fromSql, fromUnix } from './times.ts'
import { asMap, count, entriesOf, idOf, keyword, readBoolean, readNumber } from './values.ts'
import { compareVersions, shownVersion } from './versions.ts'

describe('values as PHP writes them', () => {
  it('are numbers if they have the form of one', () => {
    expect(
      [5, '5', ' 5.5 ', '-3', '', 'five', '1e9', true, null, Number.NaN, Number.POSITIVE_INFINITY].map(readNumber),
    ).toEqual([5, 5, 5.5, -3, null, null, null, null, null, null, null])
    expect([0, '17', -1, 3.9, 1e300].map(count)).toEqual([0, 17, null, 3, null])
    expect([0, '17', -1].map(idOf)).toEqual([null, 17, null])
  })

  it('are true if PHP would say so', () => {
    expect([true, 1, '1', 'T', 'yes', 'Y'].every(readBoolean)).toBe(true)
    expect([false, 0, '0', '', 'F', 'no', null, undefined, [], {}].some(readBoolean)).toBe(false)
  })

  it('are maps, also the empty list that PHP makes of an empty map', () => {
    expect(asMap([])).toEqual({})
    expect(asMap('x')).toEqual({})
    expect(entriesOf({ a: 1, b: 2, c: 3 }, 2)).toEqual([
      ['a', 1],
      ['b', 2],
    ])
    expect(entriesOf([7], 9)).toEqual([['0', 7]])
    expect(entriesOf(JSON.parse('{"__proto__":{"x":1}}'), 9)).toEqual([['__proto__', { x: 1 }]])
  })

  it('are words of a vocabulary', () => {
    expect([
      keyword('de_DE'),
      keyword('logged-in'),
      keyword('<b>'),
      keyword('a b'),
      keyword(5),
      keyword('x'.repeat(61)),
    ]).toEqual(['de_DE', 'logged-in', '', '', '', ''])
  })
})

describe('versions', () => {
  it('are short and plain', () => {
    expect(['1.0', '10.11.19-MariaDB-0+deb12u1', '2.0 beta (3)', 7].map(shownVersion)).toEqual([
      '1.0',
      '10.11.19-MariaDB-0+deb12u1',
      '2.0 beta (3)',
      '7',
    ])
    expect(['', false, null, '1; rm -rf /', '<b>1</b>', 'x'.repeat(50)].map(shownVersion)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ])
  })

  it('are ordered as PHP orders them', () => {
    const rising = [
      '1.0-dev',
      '1.0alpha',
      '1.0-beta2',
      '1.0b10',
      '1.0RC1',
      '1.0',
      '1.0.1',
      '1.0.10',
      '1.2',
      '20260101000000000000000001',
    ]
    for (let index = 1; index < rising.length; index++) {
      expect([rising[index], compareVersions(rising[index - 1]!, rising[index]!)]).toEqual([rising[index], -1])
      expect(compareVersions(rising[index]!, rising[index - 1]!)).toBe(1)
    }
    expect(compareVersions('1.02', '1.2')).toBe(0)
    expect(compareVersions('1.0pl1', '1.0')).toBe(1)
  })
})

describe('slugs', () => {
  it('name something inside its folder', () => {
    for (const good of ['hello.php', 'akismet/akismet.php', 'My Plugin (1)/main+x.php', 'ünï/日本.php'])
      expect(isSlug('plugin', good)).toBe(true)
    for (const good of ['twentytwentyfive', 'bundle/child-theme', 'Divi']) expect(isSlug('theme', good)).toBe(true)
    expect(isSlug('translation', 'default')).toBe(true)
  })

  it('never lead out of it, nor become two', () => {
    for (const bad of [
      '../x.php',
      'a/../b.php',
      '/a.php',
      'a//b.php',
      'a\\b.php',
      'a,b.php',
      'a||b.php',
      'a/b/c.php',
      ' a/b.php',
      'a\u202e.php',
      'x.php\n',
      '.php',
      '',
      'a',
    ]) {
      expect([bad, isSlug('plugin', bad)]).toEqual([bad, false])
    }
    for (const bad of ['..', '.', '__proto__', 'constructor', 'a:b', 'x'.repeat(201), 'a\0'])
      expect([bad, isSlug('theme', bad)]).toEqual([bad, false])
  })

  it('count once, and at least one is needed', () => {
    expect(checkedSlugs('theme', ['a', 'b', 'a'])).toEqual(['a', 'b'])
    expect(() => checkedSlugs('theme', [])).toThrow('at least one theme')
    expect(() => checkedSlugs('plugin', ['../a.php'])).toThrow('akismet/akismet.php')
  })
})

describe('times', () => {
  const now = new Date('2026-11-15T09:00:00Z')
  it('are null if impossible', () => {
    expect(fromUnix('1794705718', now)).toEqual(new Date(1794705718000))
    expect([fromUnix(-62169984000, now), fromUnix(0, now), fromUnix('x', now), fromUnix(9e12, now)]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(fromUnix(now.getTime() / 1000 + 3 * 86_400, now)).toBeNull()
    expect(fromSql('2026-11-15 01:15:16', now)).toEqual(new Date('2026-11-15T01:15:16Z'))
    expect([fromSql('0000-00-00 00:00:00', now), fromSql('2026-13-45 00:00:00', now), fromSql('soon', now)]).toEqual([
      null,
      null,
      null,
    ])
  })
})
