import { randomBytes } from 'node:crypto'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Without i, l, o and u: what is read aloud or typed from paper arrives unchanged. */
const readable = '0123456789abcdefghjkmnpqrstvwxyz'

/** 43 characters of 62 hold 256 bits. */
export const newApiKey = () => `flo_${randomText(base62, 43)}`

export const newSessionToken = () => randomBytes(32).toString('base64url')

/** `k3f9 x2mp …`: 24 characters, 120 bits; the spaces are for the eye. */
export const newApplicationPassword = () => inFours(randomText(readable, 24), ' ')

/** For the password someone gets from somebody else: 20 characters, 100 bits. */
export const newOneTimePassword = () => inFours(randomText(readable, 20), '-')

/** An application password as it is stored, or null when the text cannot be one. */
export function readApplicationPassword(text: string): string | null {
  const bare = text.replace(/\s/g, '').toLowerCase()
  return bare.length === 24 && [...bare].every((character) => readable.includes(character)) ? bare : null
}

function randomText(alphabet: string, length: number): string {
  // Bytes above the last full round of the alphabet would favour its first characters.
  const fair = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

const inFours = (text: string, separator: string) => text.match(/.{4}/g)!.join(separator)
