import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAddressGuard, parseNetworks } from './address-guard.ts'

const strict = createAddressGuard([])
const byte = fc.integer({ min: 0, max: 255 })
const word = fc.integer({ min: 0, max: 0xffff })
const hex = (number: number) => number.toString(16)
const asWords = ([a, b, c, d]: number[]) => `${hex((a! << 8) | b!)}:${hex((c! << 8) | d!)}`
const privateBytes = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
  fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
)

describe('allowed addresses', () => {
  it.each([
    ['8.8.8.8', '8.8.8.8'],
    ['93.184.216.34', '93.184.216.34'],
    ['172.15.255.255', '172.15.255.255'],
    ['172.32.0.0', '172.32.0.0'],
    ['2606:4700::6810:84e5', '2606:4700::6810:84e5'],
    ['::ffff:8.8.8.8', '8.8.8.8'],
    ['64:ff9b::8.8.8.8', '64:ff9b::808:808'],
  ])('%s is public', (address, connectTo) => expect(strict.check(address)).toBe(connectTo))

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback elsewhere in its network', '127.8.9.10'],
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['link-local', '169.254.1.1'],
    ['cloud metadata', '169.254.169.254'],
    ['cloud metadata with a public address', '168.63.129.16'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['benchmarking', '198.18.0.1'],
    ['documentation', '203.0.113.9'],
    ['protocol assignments', '192.0.0.8'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 unspecified', '::'],
    ['IPv6 loopback', '::1'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 link-local with a zone', 'fe80::1%eth0'],
    ['IPv6 site-local', 'fec0::1'],
    ['IPv6 unique local', 'fd12:3456::1'],
    ['IPv6 cloud metadata', 'fd00:ec2::254'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['IPv6 discard', '100::1'],
    ['IPv4 mapped', '::ffff:127.0.0.1'],
    ['IPv4 mapped in hexadecimal', '::ffff:7f00:1'],
    ['IPv4 compatible', '::127.0.0.1'],
    ['IPv4 translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::127.0.0.1'],
    ['NAT64 for local use', '64:ff9b:1::8.8.8.8'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['ISATAP', '2606:4700::5efe:10.0.0.1'],
    ['not an address', 'localhost'],
    ['not an address', '127.1'],
    ['not an address', '0x7f.0.0.1'],
    ['not an address', ''],
  ])('refuses %s: %s', (_kind, address) => expect(strict.check(address)).toBeUndefined())

  it('refuses a private IPv4 address in every form that contains it', () => {
    fc.assert(
      fc.property(privateBytes, word, (bytes, prefix) => {
        const dotted = bytes.join('.')
        const forms = [
          dotted,
          `::ffff:${dotted}`,
          `::ffff:${asWords(bytes)}`,
          `::${dotted}`,
          `64:ff9b::${asWords(bytes)}`,
          `2002:${asWords(bytes)}::1`,
          `2606:${hex(prefix)}::5efe:${asWords(bytes)}`,
        ]
        for (const form of forms) expect(strict.check(form), form).toBeUndefined()
      }),
    )
  })

  it('treats a mapped address like the address it maps', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(strict.check(`::ffff:${address}`)).toBe(strict.check(address))
      }),
    )
  })

  it('allows no IPv6 address outside global unicast, except NAT64 of public IPv4', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 8, maxLength: 8 }), (words) => {
        const global = words[0]! >> 13 === 1
        const address = words.map(hex).join(':')
        if (!global && !address.startsWith('64:ff9b:')) expect(strict.check(address)).toBeUndefined()
      }),
    )
  })
})

describe('ALLOW_NETWORKS', () => {
  const guard = createAddressGuard(parseNetworks('127.0.0.0/8, 10.1.0.0/16 fd00::/8,192.168.7.7'))

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['10.1.255.1', '10.1.255.1'],
    ['fd00::5', 'fd00::5'],
    ['192.168.7.7', '192.168.7.7'],
    ['8.8.8.8', '8.8.8.8'],
  ])('allows %s', (address, connectTo) => expect(guard.check(address)).toBe(connectTo))

  it.each(['10.2.0.1', '192.168.7.8', '::1', 'fe80::1', '64:ff9b::127.0.0.1', '2002:7f00:1::', '::127.0.0.1'])(
    'still refuses %s',
    (address) => expect(guard.check(address)).toBeUndefined(),
  )

  it('never allows metadata, multicast, broadcast or the unspecified address', () => {
    const open = createAddressGuard(parseNetworks('0.0.0.0/0, ::/0'))
    expect(open.check('10.9.8.7')).toBe('10.9.8.7')
    for (const address of [
      '169.254.169.254',
      'fd00:ec2::254',
      '0.0.0.0',
      '::',
      '224.0.0.1',
      'ff02::1',
      '255.255.255.255',
    ]) {
      expect(open.check(address), address).toBeUndefined()
    }
  })

  it('is empty by default', () => expect(parseNetworks(' ')).toEqual([]))

  it.each([
    ['10.0.0/8', '"10.0.0/8" is not a network; write it like 10.0.0.0/8, fd00::/8 or 192.0.2.7'],
    ['localhost', '"localhost" is not a network'],
    ['012.0.0.0/8', '"012.0.0.0/8" is not a network'],
    ['10.0.0.0/', '"10.0.0.0/" is not a network'],
    ['10.0.0.0/8/8', '"10.0.0.0/8/8" is not a network'],
    ['10.0.0.0/33', '"10.0.0.0/33" has a prefix longer than 32'],
    ['::/129', '"::/129" has a prefix longer than 128'],
    ['10.1.2.3/8', '"10.1.2.3/8" is not the start of a network; did you mean 10.0.0.0/8?'],
    ['fd00::1/8', 'did you mean fd00::/8?'],
    ['::ffff:10.0.0.0/104', 'write it in its IPv4 form'],
  ])('explains what is wrong with %s', (text, sentence) => expect(() => parseNetworks(text)).toThrow(sentence))
})
