import { describe, expect, it } from 'vitest'
import { type GateMode, type GateName, gateNames, type PageKind } from '../../../update-policies/index.ts'
import { comparePages, describeBlock, isBlocked } from './compare-pages.ts'
import type { PageCheck } from './page-check.ts'

const page = (more: Partial<PageCheck> = {}): PageCheck => ({
  path: '',
  http_status: 200,
  fatal_error: false,
  blank: false,
  bytes: 20_000,
  response_time_ms: 100,
  has_key_text: null,
  ...more,
})
const modes = Object.fromEntries(gateNames.map((name) => [name, 'block'])) as Record<GateName, GateMode>
const failures = (before: PageCheck[], after: PageCheck | null) =>
  comparePages({ path: '', checks: before }, after, modes)
    .filter(({ result }) => result === 'failed')
    .map(({ gate }) => gate)

describe('the gates of a page', () => {
  it.each([401, 403, 404, 410, 500, 502, 0])('refuse HTTP %i after 200', (http_status) => {
    expect(failures([page(), page()], page({ http_status }))).toContain('status')
  })

  it.each([401, 404, 500])('accept HTTP %i that was there before', (http_status) => {
    expect(failures([page({ http_status }), page({ http_status })], page({ http_status }))).toEqual([])
  })

  it('refuse 500 after 404', () => {
    const before = page({ http_status: 404 })
    expect(failures([before, before], page({ http_status: 500 }))).toEqual(['status'])
  })

  it('do not judge the status of a page that changes by itself', () => {
    const results = comparePages(
      { path: '', checks: [page(), page({ http_status: 500 })] },
      page({ http_status: 500 }),
      modes,
    )
    expect(results.find(({ gate }) => gate === 'status')).toMatchObject({ result: 'not_checked' })
  })

  it('refuse an error message and an empty page, unless they were there before', () => {
    const [error, empty] = [page({ fatal_error: true }), page({ blank: true, bytes: 0 })]
    expect(failures([page(), page()], error)).toEqual(['error_text'])
    expect(failures([error, page()], error)).toEqual([])
    expect(failures([page(), page()], empty)).toEqual(['blank', 'size'])
    expect(failures([empty, empty], empty)).toEqual([])
  })

  it('look for the key text only where it was before', () => {
    const [there, missing] = [page({ has_key_text: true }), page({ has_key_text: false })]
    expect(failures([there, there], missing)).toEqual(['key_text'])
    expect(failures([there, missing], missing)).toEqual([])
  })

  it('compare size and time with the smallest and the slowest before', () => {
    expect(failures([page(), page({ bytes: 9_000 })], page({ bytes: 5_000 }))).toEqual([])
    expect(failures([page(), page()], page({ bytes: 9_000 }))).toEqual(['size'])
    expect(failures([page(), page({ response_time_ms: 2_000 })], page({ response_time_ms: 5_500 }))).toEqual([])
    expect(failures([page(), page()], page({ response_time_ms: 4_000 }))).toEqual(['time'])
  })

  it('record what was not checked', () => {
    const results = comparePages({ path: '', checks: [page(), page()] }, null, modes)
    expect(new Set(results.map(({ result }) => result))).toEqual(new Set(['not_checked']))
    expect(isBlocked(results)).toBe(false)
  })

  it('block only where the policy blocks', () => {
    const before = { path: '/shop/', checks: [page(), page()] }
    const warned = comparePages(before, page({ http_status: 404 }), { ...modes, status: 'warn' })
    expect(isBlocked(warned)).toBe(false)
    const blocked = comparePages(before, page({ http_status: 404 }), modes)
    expect(describeBlock(blocked)).toBe('/shop/: HTTP 404 after the updates, HTTP 200 before.')
    expect(comparePages(before, page(), { ...modes, status: 'off' }).map(({ gate }) => gate)).not.toContain('status')
  })
  it('refuse redirects that do not end, unless they were there before', () => {
    expect(failures([page(), page()], page({ http_status: 302 }))).toEqual(['status'])
    const circle = page({ http_status: 302 })
    expect(failures([circle, circle], circle)).toEqual([])
  })

  it('refuse a message of PHP before the page, unless it was there before', () => {
    const [clean, noisy] = [page({ php_notice: false }), page({ php_notice: true })]
    expect(failures([clean, clean], noisy)).toEqual(['notices'])
    expect(failures([noisy, clean], noisy)).toEqual([])
  })
})

describe('the gates of further pages', () => {
  const names = (...namespaces: string[]) => page({ namespaces })
  const missing = page({ http_status: 404 })
  const screen = (more: Partial<PageCheck> = {}) => page({ signed_in: true, complete: true, ...more })
  it.each<[string, PageKind, PageCheck[], PageCheck, string[]]>([
    ['the same namespaces', 'rest', [names('wp/v2', 'shop/v1')], names('shop/v1', 'wp/v2'), []],
    ['a newer version of a namespace', 'rest', [names('wp/v2', 'shop/v1')], names('wp/v2', 'shop/v2'), []],
    ['a namespace that is gone', 'rest', [names('wp/v2', 'shop/v1')], names('wp/v2'), ['rest']],
    ['no index any more', 'rest', [names('wp/v2')], page({ namespaces: null }), ['rest']],
    [
      'an error instead of the index',
      'rest',
      [names('wp/v2')],
      page({ http_status: 500, namespaces: null }),
      ['status', 'rest'],
    ],
    [
      'an index that needed a password before',
      'rest',
      [page({ http_status: 401, namespaces: null })],
      page({ http_status: 401 }),
      [],
    ],
    ['a style sheet that is gone', 'assets', [page()], missing, ['assets']],
    ['a style sheet that was gone before', 'assets', [missing], missing, []],
    ['a new file that does not exist', 'assets', [], missing, ['assets']],
    ['a file that may not be read', 'assets', [page()], page({ http_status: 403 }), []],
    [
      'an error of the log-in page',
      'login',
      [page()],
      page({ http_status: 500, fatal_error: true }),
      ['status', 'error_text'],
    ],
    ['a log-in page that was hidden before', 'login', [missing], missing, []],
    ['a page that is much slower', 'newest', [page()], page({ response_time_ms: 8_100 }), ['time']],
    ['a screen that is shown', 'admin_screen', [screen()], screen(), []],
    ['a screen with an error', 'admin_screen', [screen()], screen({ fatal_error: true }), ['admin_screen']],
    ['a screen with HTTP 500', 'admin_screen', [screen()], screen({ http_status: 500 }), ['admin_screen']],
    ['a screen without an answer', 'admin_screen', [screen()], page({ http_status: 0 }), ['admin_screen']],
    ['a screen that is cut off', 'admin_screen', [screen()], screen({ complete: false }), ['admin_screen']],
    ['an empty screen', 'admin_screen', [screen()], screen({ blank: true, bytes: 0 }), ['admin_screen']],
    ['a log-in form', 'admin_screen', [screen()], screen({ signed_in: false }), ['admin_screen']],
    ['a slow screen', 'admin_screen', [screen()], screen({ response_time_ms: 8_100 }), ['time']],
    [
      'a screen that failed before',
      'admin_screen',
      [page({ http_status: 0, response_time_ms: 0 })],
      screen({ http_status: 500, response_time_ms: 9_000 }),
      [],
    ],
    ['a phone without a page', 'phone', [page()], page({ blank: true, bytes: 0 }), ['blank', 'size']],
  ])('judge %s', (_title, kind, checks, after, expected) => {
    const failed = comparePages({ path: '/x/', kind, checks }, after, modes).filter(({ result }) => result === 'failed')
    expect(failed.map(({ gate }) => gate)).toEqual(expected)
  })

  it('are not stricter than the policy is for their pages', () => {
    const broken = page({ http_status: 500 })
    const modesOf = (feed: GateMode) =>
      comparePages({ path: '/feed/', kind: 'feed', checks: [page()] }, broken, { ...modes, feed }).map(
        ({ mode }) => mode,
      )
    expect(new Set(modesOf('warn'))).toEqual(new Set(['warn']))
    expect(modesOf('off')).toEqual([])
  })
})
