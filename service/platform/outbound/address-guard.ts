import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A block of addresses, from ALLOW_NETWORKS. */
export interface Network {
  readonly text: string
  readonly first: Address
  readonly prefix: number
}

export interface AddressGuard {
  /** The address to connect to if it is allowed, else undefined. */
  check(address: string): string | undefined
}

/** Parses `10.0.0.0/8, fd00::/8, 192.0.2.7`; throws an error that names the wrong part. */
export function parseNetworks(text: string): Network[] {
  return text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(parseNetwork)
}

function parseNetwork(text: string): Network {
  const [address = '', prefixText, ...rest] = text.split('/')
  const wrong = `"${text}" is not a network; write it like 10.0.0.0/8, fd00::/8 or 192.0.2.7`
  // ipaddr.js alone would also accept 10.1, 012.0.0.1 and 0xa.0.0.1.
  if (!isIP(address) || address.includes('%') || rest.length > 0) throw new Error(wrong)
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) {
    throw new Error(`"${text}" is an IPv4 network in IPv6 notation; write it in its IPv4 form`)
  }
  const maxPrefix = parsed.kind() === 'ipv4' ? 32 : 128
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) throw new Error(wrong)
  const prefix = prefixText === undefined ? maxPrefix : Number(prefixText)
  if (prefix > maxPrefix) throw new Error(`"${text}" has a prefix longer than ${maxPrefix}`)
  const first = firstOf(parsed, prefix)
  if (first.toString() !== parsed.toString()) {
    throw new Error(`"${text}" is not the start of a network; did you mean ${first.toString()}/${prefix}?`)
  }
  return { text, first, prefix }
}

function firstOf(address: Address, prefix: number): Address {
  const kept = (index: number) => 0xff00 >> Math.min(8, Math.max(0, prefix - index * 8))
  return ipaddr.fromByteArray(address.toByteArray().map((byte, index) => byte & kept(index)))
}

// Cloud metadata services provide the machine's credentials. They are refused even inside an allowed network;
// 168.63.129.16 and 100.100.100.200 are public ranges but answer only inside Azure and Alibaba.
const metadata = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
])

const neverAllowed = new Set(['unspecified', 'multicast', 'broadcast'])
const globalUnicast = ipaddr.IPv6.parse('2000::')
const translatedPrefix = ipaddr.IPv6.parse('64:ff9b::')

export function createAddressGuard(allowed: readonly Network[]): AddressGuard {
  return {
    check(text) {
      // ipaddr.js parses the outdated form ::192.0.2.7 as ::ffff:192.0.2.7.
      if (!isIP(text) || /^::\d+\./.test(text)) return undefined
      // `process` converts ::ffff:127.0.0.1 to the 127.0.0.1 that the kernel would connect to.
      const address = ipaddr.process(text)
      const canonical = address.toString()
      if (metadata.has(canonical) || neverAllowed.has(address.range())) return undefined
      return isPublic(address) || allowed.some((network) => contains(network, address)) ? canonical : undefined
    },
  }
}

function contains({ first, prefix }: Network, address: Address): boolean {
  if (first instanceof ipaddr.IPv6) return address instanceof ipaddr.IPv6 && address.match(first, prefix)
  return address instanceof ipaddr.IPv4 && address.match(first, prefix)
}

function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast' && !metadata.has(address.toString())
  const { parts } = address
  // NAT64 (networks without IPv4) has the real destination in its last 32 bits.
  if (address.match(translatedPrefix, 96)) return isPublic(embedded(parts))
  if (address.range() !== 'unicast' || !address.match(globalUnicast, 3)) return false
  // ISATAP tunnels do the same behind an ordinary prefix.
  const tunnelled = parts[5] === 0x5efe && ((parts[4] ?? 0) & 0xfdff) === 0
  return !tunnelled || isPublic(embedded(parts))
}

function embedded(parts: number[]): Address {
  const [high = 0, low = 0] = parts.slice(6)
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff])
}
