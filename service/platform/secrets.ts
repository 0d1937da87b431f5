import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import type { MasterKeys } from './master-key.ts'

/** Seals what must never be stored in clear text: child keys, site passwords, provider secrets. */
export interface Secrets {
  /** `column` is `table.column`; a sealed text opens only for the column it was sealed for. */
  seal(text: string, column: string): string
  open(sealed: string, column: string): string
  /** Whether the text was sealed under a key that is not the newest. */
  isOutdated(sealed: string): boolean
  /** The ids of the available master keys, newest first; they reveal nothing about the keys. */
  keyIds(): string[]
}

const format = 'v1'
const nonceBytes = 12
const tagBytes = 16

interface MasterKey {
  id: string
  key: KeyObject
}

/** Newest key first; older ones only open what was sealed before a rotation. */
export function createSecrets(source: readonly string[] | MasterKeys): Secrets {
  const masterKeys: MasterKeys = 'read' in source ? source : { read: () => source }
  let known: readonly string[] | undefined
  let ring: MasterKey[] = []

  /** A rotation in another process adds a new key while we run: from then on we must seal with that one. */
  function checkAgain(): MasterKey[] {
    const keys = masterKeys.read()
    if (keys.length === 0) throw new Error('A master key is needed to keep secrets.')
    if (keys !== known) ring = keys.map(deriveKey)
    known = keys
    return ring
  }

  function newestKey(): MasterKey {
    const [newest] = checkAgain()
    if (!newest) throw new Error('A master key is needed to keep secrets.')
    return newest
  }

  checkAgain()
  return {
    seal(text, column) {
      const newest = newestKey()
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(column))
      const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${format}.${newest.id}.${body.toString('base64url')}`
    },
    open(sealed, column) {
      const [version, id, body] = sealed.split('.')
      if (version !== format || !body) throw new Error(`What is stored in ${column} is not a sealed secret.`)
      const master = find(ring, id) ?? find(checkAgain(), id)
      if (!master)
        throw new Error(`The master key ${id} that sealed ${column} is missing; restore it from your backup.`)
      return unseal(Buffer.from(body, 'base64url'), master.key, column)
    },
    isOutdated: (sealed) => sealed.split('.')[1] !== newestKey().id,
    keyIds: () => checkAgain().map(({ id }) => id),
  }
}

const find = (ring: MasterKey[], id: string | undefined) => ring.find((candidate) => candidate.id === id)

function unseal(bytes: Buffer, key: KeyObject, column: string): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(column))
    decipher.setAuthTag(bytes.subarray(nonceBytes).subarray(-tagBytes))
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch (error) {
    throw new Error(`What is stored in ${column} was altered, or sealed for another column: it does not open.`, {
      cause: error,
    })
  }
}

/** The id identifies the key and reveals nothing about it. */
function deriveKey(masterKey: string): MasterKey {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', masterKey, 'flotilla', purpose, bytes))
  return { id: derive('key id', 4).toString('hex'), key: createSecretKey(derive('secrets at rest', 32)) }
}
