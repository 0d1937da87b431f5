import { expect, it } from 'vitest'
import { browserName } from './browser-name.ts'

const mozilla = 'Mozilla/5.0'
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Windows'],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on macOS'],
  [`${mozilla} (Windows NT 10.0) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
  [`${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webKit} Version/18.0 Safari/604.1`, 'Safari on iPhone'],
  [`${mozilla} (Linux; Android 15; Pixel 9) ${webKit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['curl/8.5.0', 'curl'],
  ['<script>alert(1)</script>', null],
  ['\u202eFirefox/ <b>', 'Firefox'],
  [`${'x'.repeat(100_000)} Firefox/1`, null],
  ['', null],
  [null, null],
])('%j is %j', (userAgent, name) => expect(browserName(userAgent)).toBe(name))
