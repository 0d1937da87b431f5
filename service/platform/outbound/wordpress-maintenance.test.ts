import { describe, expect, it } from 'vitest'
import { isWordPressMaintenance } from './wordpress-maintenance.ts'

const sent = { 'retry-after': '600', expires: 'Wed, 11 Jan 1984 05:00:00 GMT' }
const is = (body: string, headers: Record<string, string> = {}, status = 503) =>
  isWordPressMaintenance({ status, headers, body: Buffer.from(body) })

describe('the maintenance of a WordPress site', () => {
  it('is recognised by its headers, whatever the language', () => {
    expect(is('Wegen Wartungsarbeiten ist diese Website kurzzeitig nicht verfügbar.', sent)).toBe(true)
    expect(is('', sent)).toBe(true)
  })

  it('is recognised by its text behind a proxy that changes headers, and on a site with a page of its own', () => {
    expect(is('Briefly unavailable for scheduled maintenance. Check back in a minute.')).toBe(true)
    expect(is(`<html dir='ltr'><body id="error-page">Wartung</body></html>`)).toBe(true)
    expect(is('<h1>Down for maintenance</h1>', { 'retry-after': '600' })).toBe(true)
  })

  it('is no other answer', () => {
    expect(is('upstream', { 'retry-after': '600' })).toBe(false)
    expect(is('<h1>Server maintenance</h1>', { 'retry-after': '3600' })).toBe(false)
    expect(is('upstream', { expires: sent.expires })).toBe(false)
    expect(is('', sent, 200)).toBe(false)
    expect(is('', sent, 429)).toBe(false)
  })
})
