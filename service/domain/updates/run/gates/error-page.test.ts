import { describe, expect, it } from 'vitest'
import { showsError } from './error-page.ts'

describe('an error page', () => {
  it.each([
    '<b>Fatal error</b>:  Uncaught Error in /wp-content/plugins/a/a.php',
    'PHP Parse error: syntax error',
    '<!DOCTYPE html><html lang="fa-IR"><body id="error-page"><div class="wp-die-message">یک خطای مهم در این وب‌سایت رخ داده است.</div>',
    '<p>Es gab einen kritischen Fehler auf dieser Website.</p>',
    'Error establishing a database connection',
  ])('is found: %s', (page) => {
    expect(showsError(page)).toBe(true)
  })

  it.each(['', '<p>Welcome</p>', '<p>How to fix a fatal error: a guide</p>'])('is not: %s', (page) => {
    expect(showsError(page)).toBe(false)
  })
})
