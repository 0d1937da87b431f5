import {
  type Cipheriv,
  constants,
  createCipheriv,
  createHmac,
  createPublicKey,
  type Hmac,
  type KeyObject,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import { invalidInput } from '../../../operation/errors.ts'

const minBits = 2048
const maxBits = 8192

/** The public key that a user gave for the secrets of an export. */
export function readPublicKey(pem: string): KeyObject {
  const refused = (reason: string) => invalidInput({ public_key: reason })
  // Node would accept it and use its public half; but a private key must stay with its owner.
  if (pem.includes('PRIVATE KEY'))
    throw refused('must be a public key. This is a private key: keep it, and do not send it anywhere')
  const key = parse(pem)
  if (!key) throw refused('must be an RSA public key in PEM format (-----BEGIN PUBLIC KEY-----)')
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType !== 'rsa') throw refused('must be an RSA key; other types cannot be used with openssl here')
  if (modulusLength < minBits || modulusLength > maxBits)
    throw refused(`must have ${minBits} to ${maxBits} bits; it has ${modulusLength}`)
  return key
}

function parse(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem)
  } catch {
    return undefined
  }
}

/**
 * Encrypts a stream so that `openssl` can decrypt it (docs/moving-in.md): AES-256-CBC, then HMAC-SHA256 over the ciphertext. The key, the
 * initialization vector and the key of the HMAC are new for each export and encrypted with RSA-OAEP (SHA-256) as one line of hex digits.
 */
export class SecretEncryption {
  /** The encrypted keys. */
  readonly sealedKeys: Buffer
  readonly #cipher: Cipheriv
  readonly #hmac: Hmac

  constructor(publicKey: KeyObject) {
    const [key, vector, macKey] = [randomBytes(32), randomBytes(16), randomBytes(32)]
    const line = Buffer.concat([key, vector, macKey]).toString('hex')
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    this.sealedKeys = publicEncrypt({ key: publicKey, padding, oaepHash: 'sha256' }, Buffer.from(line))
    this.#cipher = createCipheriv('aes-256-cbc', key, vector)
    this.#hmac = createHmac('sha256', macKey)
  }

  async *encrypt(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
    for await (const text of texts) yield this.#authenticate(this.#cipher.update(text, 'utf8'))
    yield this.#authenticate(this.#cipher.final())
  }

  /** After the last part: the HMAC as hex digits. */
  digest(): string {
    return this.#hmac.digest('hex')
  }

  #authenticate(part: Buffer): Buffer {
    this.#hmac.update(part)
    return part
  }
}
