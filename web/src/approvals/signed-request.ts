/** The request that is signed, read from its own bytes: the page shows nothing else. */
export interface SignedRequest {
  operation: string
  input: Record<string, unknown>
  /** Of all addresses in the input; missing in requests of version 0.2. */
  hosts?: string[]
  /** With fields that identify the call, such as the action on many sites and its options. */
  plan: { would_affect: unknown[]; count: number; warnings: string[] } & Record<string, unknown>
  credential: { key_id: number; name: string }
  expires_at: string
}

// The digest proves that these are the bytes of the service, which writes them in this form.
export const readSignedRequest = (text: string): SignedRequest => JSON.parse(text) as SignedRequest

/** SHA-256 of the bytes, as the passkey signs it. */
export async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')
}

/** Characters that are not seen, or that change the order of others. */
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/**
 * A value as people read it: nothing of it is left out, also not what looks like a hidden value, which a program could write itself.
 * Texts inside of others have quotes, so that none looks like two.
 */
export function textOf(value: unknown, isInside = false): string {
  if (typeof value === 'string') {
    const shown = value.replaceAll(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    return isInside ? `“${shown.replaceAll('”', '\\”')}”` : shown
  }
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.map((each) => textOf(each, true)).join(', ')
  // Null is shown, too: it can mean that something is removed.
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${textOf(each, true)}`)
    .join(', ')
}
