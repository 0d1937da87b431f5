import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface PasskeySettings {
  origin?: string
  rpId?: string
  /** Whether the authenticator checks a fingerprint or a PIN. */
  verifiesUser?: boolean
}

interface Options {
  challenge: string
}

/** A passkey as an authenticator and a browser would use it (ES256, attestation "none"). */
export interface SoftwarePasskey {
  id: string
  /** The counter of the next signature. */
  counter: number
  create(options: Options, settings?: PasskeySettings): object
  answer(options: Options, settings?: PasskeySettings): object
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')
const bytes = (length: number) => (length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff])

export function createSoftwarePasskey(defaults: PasskeySettings = {}): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = base64url(credentialId)
  // A COSE key: EC2, ES256, P-256.
  const key = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
  const settingsOf = (settings: PasskeySettings) => ({
    origin: 'http://localhost:8700',
    rpId: 'localhost',
    verifiesUser: true,
    ...defaults,
    ...settings,
  })
  const clientData = (type: string, { challenge }: Options, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const data = (rpId: string, flags: number, counter: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest])
  }
  const passkey: SoftwarePasskey = {
    id,
    counter: 0,
    create(options, settings = {}) {
      const { origin, rpId, verifiesUser } = settingsOf(settings)
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key])
      const authData = data(rpId, verifiesUser ? 0x45 : 0x41, passkey.counter, credential)
      // CBOR: { fmt: "none", attStmt: {}, authData }.
      const attestation = Buffer.concat([
        Buffer.from([
          0xa3,
          0x63,
          ...Buffer.from('fmt'),
          0x64,
          ...Buffer.from('none'),
          0x67,
          ...Buffer.from('attStmt'),
          0xa0,
        ]),
        Buffer.from([0x68, ...Buffer.from('authData'), ...bytes(authData.length)]),
        authData,
      ])
      const clientDataJSON = base64url(clientData('webauthn.create', options, origin))
      const response = { clientDataJSON, attestationObject: base64url(attestation), transports: ['internal'] }
      return { id, rawId: id, type: 'public-key', response }
    },
    answer(options, settings = {}) {
      const { origin, rpId, verifiesUser } = settingsOf(settings)
      const authenticatorData = data(rpId, verifiesUser ? 0x05 : 0x01, ++passkey.counter)
      const client = clientData('webauthn.get', options, origin)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
        },
      }
    },
  }
  return passkey
}
