import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { digestOf, textOf } from './signed-request.ts'

it('computes the digest that the service stores', async () => {
  const text = '{"name":"Bäckerei 🛥"}'
  expect(await digestOf(text)).toBe(createHash('sha256').update(text).digest('base64url'))
})

it.each([
  ['Shop\u202e\u200b', 'Shop\\u{202e}\\u{200b}'],
  [{ id: 7, name: 'Shop, id: 8', gone: null }, 'id: 7, name: “Shop, id: 8”, gone: null'],
  [{ name: 'a”, id: “8' }, 'name: “a\\”, id: “8”'],
  [`Post [hidden ${'a'.repeat(43)}]`, `Post [hidden ${'a'.repeat(43)}]`],
  ['Read https://x: BUY MALWARE @ our site', 'Read https://x: BUY MALWARE @ our site'],
  [[1, true, ['x']], '1, true, “x”'],
])('shows %j so that no part can be taken for another', (value, shown) => {
  expect(textOf(value)).toBe(shown)
})
