import { expect, it } from 'vitest'
import { siteIcon } from '../../../simulator/http/site-icon.ts'
import { parseNetworks } from '../../platform/outbound/address-guard.ts'
import type { OutboundResponse } from '../../platform/outbound/request.ts'
import { startNameServer } from '../../platform/outbound/testing/name-server.ts'
import { rawServer, testOutbound } from '../../platform/outbound/testing/test-servers.ts'
import { FakeClock } from '../../testing/fake-clock.ts'
import { inlineLogo, isLogo } from './logo.ts'

const data = (type: string, bytes: string | Buffer) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
const png = siteIcon(1)
const filled = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(40)])
const gifOf = (edge: string) => filled(`474946383961${edge}${edge}0000002c00000000${edge}${edge}00020244010000`)
const jpegOf = (edge: string) => filled(`ffd8ffc0000b08${edge}${edge}`)
const pngOf = (edge: number) => {
  const made = Buffer.from(png)
  made.writeUInt32BE(edge, 16)
  return made
}

it.each([
  ['nothing', ''],
  ['an https address', 'https://example.com/logo.svg'],
  ['a PNG', data('image/png', png)],
  ['a JPEG', data('image/jpeg', jpegOf('0400'))],
  ['a GIF', data('image/gif', gifOf('1000'))],
  ['a WebP', data('image/webp', filled('524946460000000057454250565038580000000000000000ff0000ff0000'))],
  ['an SVG', data('image/svg+xml', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>')],
])('accepts %s', (_, text) => {
  expect(isLogo(text)).toBe(true)
})

it.each([
  ['an http address', 'http://example.com/logo.png'],
  ['another scheme', 'file:///etc/passwd'],
  ['a page', data('text/html', '<b>')],
  ['a page that claims to be an image', data('image/png', '<html>')],
  ['an image of 501 kB', data('image/png', Buffer.concat([png, Buffer.alloc(501 * 1024)]))],
  ['a PNG of 400 megapixels in a few bytes', data('image/png', pngOf(20_000))],
  ['a JPEG that is too wide', data('image/jpeg', jpegOf('ffff'))],
  ['a GIF that is too wide', data('image/gif', gifOf('ffff'))],
  ['a GIF that claims to be a PNG', data('image/png', gifOf('1000'))],
  ['text that would end the attribute', `${data('image/png', png)}" onload="x`],
])('refuses %s', (_, text) => {
  expect(isLogo(text)).toBe(false)
})

const answering = (status: number, body: Buffer | Error) => ({
  request: async () => {
    if (body instanceof Error) throw body
    return { status, body } as OutboundResponse
  },
})

it('is inlined for print, with the type of its content', async () => {
  expect(await inlineLogo('https://example.com/x.gif', answering(200, png))).toBe(data('image/png', png))
})

it.each([
  ['the address does not answer', answering(200, new Error('no route'))],
  ['it answers with an error', answering(404, png)],
  ['it is not an image', answering(200, Buffer.from('<html>'))],
  ['it unfolds to 400 megapixels', answering(200, pngOf(20_000))],
])('is left out when %s', async (_, outbound) => {
  expect(await inlineLogo('https://example.com/logo.png', outbound)).toBeNull()
})

it('is never fetched from an address that its name resolves to later', async () => {
  const canary = await rawServer((socket) => socket.end(), '127.0.0.1')
  const good = await rawServer((socket) => socket.end(), '127.70.0.2', canary.port)
  const { resolver } = await startNameServer({ 'logo.example': [['127.70.0.2'], ['127.0.0.1']] })
  const clock = new FakeClock()
  const outbound = testOutbound({ allowNetworks: parseNetworks('127.70.0.2/32'), resolver, clock })
  const url = `https://logo.example:${good.port}/logo.png`
  expect(await inlineLogo(url, outbound)).toBeNull()
  expect(good.connections).toHaveLength(1)
  clock.advance(61_000)
  expect(await inlineLogo(url, outbound)).toBeNull()
  expect([good.connections.length, canary.connections.length]).toEqual([1, 0])
})
