import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A self-signed certificate for tests and for fleets with https; clients must trust it explicitly. */
export interface Certificate {
  /** PEM. */
  readonly key: string
  readonly cert: string
}

export interface CertificateOptions {
  /** Names and IPv4 addresses of the certificate. */
  readonly hosts: readonly string[]
  readonly validFrom: Date
  readonly validTo: Date
}

const element = (tag: number, ...contents: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(contents)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  const size = bytes.subarray(bytes.findIndex((byte) => byte !== 0))
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, content])
}
const sequence = (...contents: readonly Buffer[]) => element(0x30, ...contents)
const hex = (text: string) => Buffer.from(text, 'hex')
const bits = (content: Buffer) => element(0x03, Buffer.from([0]), content)

const ecdsaWithSha256 = sequence(hex('06082a8648ce3d040302'))
const commonName = hex('0603550403')
const basicConstraints = hex('0603551d13')
const subjectAltName = hex('0603551d11')

const named = (name: string) => sequence(element(0x31, sequence(commonName, element(0x0c, Buffer.from(name)))))
/** Years to 2049 are written with two digits. */
function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(0, 14)
  return date.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : element(0x18, Buffer.from(`${digits}Z`))
}
const isAddress = (host: string) => /^\d+\.\d+\.\d+\.\d+$/.test(host)
const host = (name: string) =>
  isAddress(name) ? element(0x87, Buffer.from(name.split('.').map(Number))) : element(0x82, Buffer.from(name))

export function selfSigned({ hosts, validFrom, validTo }: CertificateOptions): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = named(hosts[0] ?? 'localhost')
  const extensions = sequence(
    sequence(basicConstraints, hex('0101ff'), element(0x04, sequence(hex('0101ff')))),
    sequence(subjectAltName, element(0x04, sequence(...hosts.map(host)))),
  )
  const content = sequence(
    element(0xa0, hex('020102')),
    element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    name,
    sequence(time(validFrom), time(validTo)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, extensions),
  )
  const whole = sequence(content, ecdsaWithSha256, bits(sign('sha256', content, privateKey)))
  const lines = whole.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}
