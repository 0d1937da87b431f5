import { expect, it } from 'vitest'
import { listHosts, showText } from './shown-addresses.ts'

it.each([
  [
    'text',
    'Read https://x: BUY MALWARE, ask for Bob @ our site',
    'Read https://x: BUY MALWARE, ask for Bob @ our site',
  ],
  ['text', 'Write to a:b@c.example', 'Write to a:b@c.example'],
  ['url', 'https://evil/x:@hooks.slack.com/services/T1', 'https://evil/x:@hooks.slack.com/services/T1'],
  ['url', 'https://evil\\@good.example/', 'https://evil\\@good.example/'],
  ['url', 'https://ada:hunter2@shop.example/path', 'https://[hidden]@shop.example/path'],
  ['url', 'https://good.example:x@evil.example/path', 'https://[hidden]@evil.example/path'],
  [
    'url',
    'https://shop.example/hook?token=hunter2&to=hunter2#hunter2',
    'https://shop.example/hook?token=[hidden]&to=[hidden]#[hidden]',
  ],
  ['url', 'https://shop.example/?hunter2', 'https://shop.example/?hunter2=[hidden]'],
  ['url', 'ada:hunter2@shop.example', 'https://[hidden]@shop.example/'],
  ['site', 'shop.example', 'shop.example'],
  ['url', 'https://shop.example/path', 'https://shop.example/path'],
  ['url', 'https://[::1', 'https://[::1'],
])('of the field %s, %s is shown as %s', (name, text, shown) => {
  expect(showText(text, name)).toBe(shown)
})

it('lists the hosts that are really called, from fields and texts', () => {
  const input = {
    url: 'https://evil.example/x:@hooks.slack.com/services',
    target: { to: 'https://good.example:pw@attacker.example/', endpoint: 'plain.example' },
    text: 'Read (https://in-text.example/a?b) and "HTTPS://XN--NXASMQ6B.example/". https:// alone, a@b.example',
    list: ['ftp://files.example/x', 7, null],
  }
  expect(listHosts(input)).toEqual([
    'attacker.example',
    'evil.example',
    'files.example',
    'in-text.example',
    'plain.example',
    'xn--nxasmq6b.example',
  ])
  const many = Array.from({ length: 60 }, (_, index) => `https://site${index}.example/`)
  expect(listHosts(many).slice(49)).toEqual([expect.stringContaining('.example'), '… and 10 more'])
})

it('takes linear time for hostile text', () => {
  const time = (text: string) => {
    const start = process.threadCpuUsage()
    listHosts({ url: text })
    showText(text, 'url')
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  }
  for (const piece of ['://@', ' https://a', '?@:', 'a.', '%25']) expect(time(piece.repeat(50_000))).toBeLessThan(2_000)
})
