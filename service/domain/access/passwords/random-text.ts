import { randomBytes } from 'node:crypto'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Without i, l, o and u, which are confused when read aloud or typed from paper. */
const readable = '0123456789abcdefghjkmnpqrstvwxyz'

/** 43 of 62 characters: 256 bits. */
export const newApiKey = () => `flo_${randomText(base62, 43)}`

export const newSessionToken = () => randomBytes(32).toString('base64url')
/** For links in e-mails. */
export const newLinkToken = () => randomBytes(32).toString('base64url')

/** `k3f9 x2mp …`: 24 characters, 120 bits; the spaces are for readability. */
export const newApplicationPassword = () => inFours(randomText(readable, 24), ' ')

/** 20 characters, 100 bits. */
export const newOneTimePassword = () => inFours(randomText(readable, 20), '-')

/** `k3f9-x2mp-…`: 16 characters, 80 bits. */
export const newRecoveryCode = () => inFours(randomText(readable, 16), '-')

/** `k3f9-x2mp`: 8 characters, 40 bits, valid for 10 minutes. */
export const newUserCode = () => inFours(randomText(readable, 8), '-')

/** The text without spaces in lower case, or null if it cannot be an application password. */
export const readApplicationPassword = (text: string): string | null => readReadable(text.replace(/\s/g, ''), 24)

/** The text without spaces and hyphens in lower case, or null if it cannot be a recovery code. */
export const readRecoveryCode = (text: string): string | null => readReadable(text.replace(/[\s-]/g, ''), 16)

/** The text without spaces and hyphens in lower case, or null if it cannot be a code of a program. */
export const readUserCode = (text: string): string | null => readReadable(text.replace(/[\s-]/g, ''), 8)

function readReadable(text: string, length: number): string | null {
  const bare = text.toLowerCase()
  return bare.length === length && [...bare].every((character) => readable.includes(character)) ? bare : null
}

function randomText(alphabet: string, length: number): string {
  // Larger bytes would make the first characters of the alphabet more likely.
  const fair = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

const inFours = (text: string, separator: string) => (text.match(/.{4}/g) ?? []).join(separator)
