import { describe, expect, it } from 'vitest'
import { FakeClock } from '../../testing/fake-clock.ts'
import { createAddressGuard, parseNetworks } from './address-guard.ts'
import { AddressBook, type Resolver, systemResolver } from './resolve.ts'
import { httpServer, rawServer, testOutbound } from './testing/test-servers.ts'

function bookWith(resolver: Resolver, networks = '') {
  const clock = new FakeClock()
  return {
    clock,
    book: new AddressBook({ guard: createAddressGuard(parseNetworks(networks)), resolver, clock, keepMs: 60_000 }),
  }
}

describe('the resolver of the machine', () => {
  it('knows the names of the hosts file', async () => {
    expect(['127.0.0.1', '::1']).toContain((await systemResolver()('localhost'))[0])
  })

  it('rejects an unknown name', async () => {
    await expect(systemResolver()('does-not-exist.invalid').then((found) => found.length)).rejects.toThrow(
      /ENOTFOUND|EAI_AGAIN/,
    )
  })
})

describe('resolving a name', () => {
  it('returns its checked addresses, IPv4 first', async () => {
    const { book } = bookWith(async () => ['2606:4700::1', '93.184.216.34', '::ffff:1.1.1.1'])
    expect(await book.resolve('site.test', 1000)).toEqual(['93.184.216.34', '1.1.1.1', '2606:4700::1'])
  })

  it.each([
    [['93.184.216.34', '10.0.0.1']],
    [['::1', '2606:4700::1']],
    [['93.184.216.34', 'nonsense']],
    [Array(33).fill('1.1.1.1')],
  ])('uses none of %j if one of them is refused', async (addresses) => {
    const { book } = bookWith(async () => addresses)
    await expect(book.resolve('site.test', 1000)).rejects.toMatchObject({
      code: 'address_refused',
      mayHaveArrived: false,
    })
  })

  it.each([
    ['an error', async () => Promise.reject(new Error('SERVFAIL'))],
    ['no address', async () => []],
  ])('fails if the answer is %s', async (_what, resolver: Resolver) => {
    const { book } = bookWith(resolver)
    await expect(book.resolve('site.test', 1000)).rejects.toMatchObject({ code: 'dns_failed', host: 'site.test' })
  })

  it('ends at its deadline, or when the caller aborts', async () => {
    const { book, clock } = bookWith(() => new Promise(() => {}))
    const controller = new AbortController()
    const slow = book.resolve('site.test', 1000)
    const cancelled = book.resolve('site.test', 5000, controller.signal)
    clock.advance(1000)
    await expect(slow).rejects.toMatchObject({ code: 'dns_timeout' })
    controller.abort()
    await expect(cancelled).rejects.toMatchObject({ code: 'aborted' })
  })

  it('queries once for concurrent calls, and again when the answer is old or did not help', async () => {
    let lookups = 0
    const { book, clock } = bookWith(async () => [`1.1.1.${++lookups}`])
    expect(await Promise.all([book.resolve('site.test', 1000), book.resolve('site.test', 1000)])).toEqual([
      ['1.1.1.1'],
      ['1.1.1.1'],
    ])
    expect(book.peek('site.test', false)).toEqual(['1.1.1.1'])
    clock.advance(60_000)
    expect(book.peek('site.test', false)).toBeUndefined()
    await book.resolve('site.test', 1000)
    expect(book.peek('site.test', false)).toEqual(['1.1.1.2'])
    book.forget('site.test')
    expect(book.peek('site.test', false)).toBeUndefined()
  })
})

describe('a name whose server moved', () => {
  it('is resolved again right after a connection failed', async () => {
    const { port } = await httpServer((_incoming, outgoing) => outgoing.end('new address'), '127.0.0.65')
    let lookups = 0
    const outbound = testOutbound({ resolver: async () => [lookups++ === 0 ? '127.0.0.64' : '127.0.0.65'] })
    const request = { url: `http://moved.test:${port}/` }
    await expect(outbound.request(request)).rejects.toMatchObject({ code: 'connect_failed' })
    expect((await outbound.request(request)).body.toString()).toBe('new address')
  })
})

describe('a name that changes its address between check and connection', () => {
  it('is resolved once: the connection uses the checked address', async () => {
    const inside = await rawServer(() => {}, '127.0.0.66')
    const outside = await httpServer((_incoming, outgoing) => outgoing.end('outside'), '127.0.0.65')
    let lookups = 0
    const outbound = testOutbound({
      allowNetworks: parseNetworks('127.0.0.65'),
      resolver: async () => [lookups++ === 0 ? '127.0.0.65' : '127.0.0.66'],
    })
    const answer = await outbound.request({ url: `http://rebinding.test:${outside.port}/` })
    expect(answer).toMatchObject({ status: 200, address: '127.0.0.65' })
    expect(lookups).toBe(1)
    expect(inside.connections).toHaveLength(0)
  })

  it('is checked again when it is resolved again', async () => {
    const clock = new FakeClock()
    const outside = await httpServer((_incoming, outgoing) => outgoing.end(), '127.0.0.65')
    let lookups = 0
    const outbound = testOutbound({
      clock,
      allowNetworks: parseNetworks('127.0.0.65'),
      resolver: async () => [lookups++ === 0 ? '127.0.0.65' : '127.0.0.66'],
    })
    const request = { url: `http://rebinding.test:${outside.port}/` }
    await outbound.request(request)
    clock.advance(60_000)
    await expect(outbound.request(request)).rejects.toMatchObject({ code: 'address_refused' })
  })
})

describe('internal addresses', () => {
  it('are never connected to, and every refusal has the same text', async () => {
    const server = await rawServer(() => {})
    const { port } = server
    const names: Record<string, string> = {
      'private.test': '10.0.0.1',
      'loopback.test': '127.0.0.1',
      'metadata.test': '169.254.169.254',
    }
    const outbound = testOutbound({ allowNetworks: [], resolver: async (name) => [names[name]!] })
    const hosts = [
      ...Object.keys(names),
      '127.0.0.1',
      '192.168.0.1',
      '169.254.169.254',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[fd00::1]',
    ]
    const sentences = await Promise.all(
      hosts.map(async (host) => {
        const error = await outbound.request({ url: `http://${host}:${port}/` }).catch((caught) => caught)
        const facts = { ...error, host: undefined, message: error.message.replace(error.host, 'HOST') }
        return JSON.stringify(facts)
      }),
    )
    expect(new Set(sentences).size).toBe(1)
    expect(JSON.parse(sentences[0]!)).toMatchObject({ code: 'address_refused', mayHaveArrived: false })
    expect(server.connections).toHaveLength(0)
  })
})
