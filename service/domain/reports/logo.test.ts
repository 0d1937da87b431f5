import { expect, it } from 'vitest'
import type { OutboundResponse } from '../../platform/outbound/request.ts'
import { inlineLogo, isLogo } from './logo.ts'

const data = (type: string, bytes: string | Buffer) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
const png = Buffer.from('89504e470d0a1a0a00', 'hex')

it.each([
  ['nothing', ''],
  ['an https address', 'https://example.com/logo.svg'],
  ['a PNG', data('image/png', png)],
  ['a JPEG', data('image/jpeg', Buffer.from('ffd8ffe000', 'hex'))],
  ['a GIF', data('image/gif', 'GIF89a…')],
  ['a WebP', data('image/webp', 'RIFF0000WEBPVP8 ')],
  ['an SVG', data('image/svg+xml', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>')],
])('%s can be a logo', (_, text) => {
  expect(isLogo(text)).toBe(true)
})

it.each([
  ['an http address', 'http://example.com/logo.png'],
  ['another scheme', 'file:///etc/passwd'],
  ['a page', data('text/html', '<b>')],
  ['a page that calls itself a picture', data('image/png', '<html>')],
  ['a picture of 501 kB', data('image/png', Buffer.concat([png, Buffer.alloc(501 * 1024)]))],
  ['what would end the attribute', `${data('image/png', png)}" onload="x`],
])('%s cannot', (_, text) => {
  expect(isLogo(text)).toBe(false)
})

const answering = (status: number, body: Buffer | Error) => ({
  request: async () => {
    if (body instanceof Error) throw body
    return { status, body } as OutboundResponse
  },
})

it('for print an address becomes the picture itself, by what it is and not by what it is called', async () => {
  expect(await inlineLogo('https://example.com/x.gif', answering(200, png))).toBe(data('image/png', png))
})

it.each([
  ['the address does not answer', answering(200, new Error('no route'))],
  ['it answers with an error', answering(404, png)],
  ['it is no picture', answering(200, Buffer.from('<html>'))],
])('without the logo where %s', async (_, outbound) => {
  expect(await inlineLogo('https://example.com/logo.png', outbound)).toBeNull()
})
