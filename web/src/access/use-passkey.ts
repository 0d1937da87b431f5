import { call } from '../api/call.ts'
import { Problem } from '../api/problem.ts'
import { factorTexts } from './factor-texts.ts'

const isAddress = (hostname: string) => hostname.startsWith('[') || /^[\d.]+$/.test(hostname)

/** Why this browser cannot use passkeys here; null: it can. */
export function passkeyProblem(): string | null {
  if (isAddress(window.location.hostname)) return factorTexts.passkeysNeedName
  return 'PublicKeyCredential' in window ? null : factorTexts.passkeysNotSupported
}

// Loaded on demand: most people sign in without a passkey.
const loadBrowserPart = () => import('@simplewebauthn/browser')
type Request = Parameters<Awaited<ReturnType<typeof loadBrowserPart>>['startAuthentication']>[0]['optionsJSON']
type Creation = Parameters<Awaited<ReturnType<typeof loadBrowserPart>>['startRegistration']>[0]['optionsJSON']

/** People cancel the browser's dialog: that is not an error of the service. */
async function orCancelled<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    throw new Problem({ code: 'passkey_cancelled', message: factorTexts.passkeyCancelled({ detail }) })
  }
}

export async function signWithPasskey(options: Record<string, unknown>) {
  const { startAuthentication } = await loadBrowserPart()
  // The service creates these options with the counterpart of this package.
  return orCancelled(startAuthentication({ optionsJSON: options as unknown as Request }))
}

/** Signs in with a passkey, alone or as the second factor of the sign-in with this challenge. */
export async function signInWithPasskey(challenge: string | null): Promise<void> {
  const first = challenge === null ? {} : { challenge }
  const { options } = await call('start-passkey-sign-in', first)
  await call('sign-in-with-passkey', { ...first, answer: await signWithPasskey(options) })
}

export async function confirmWithPasskey(): Promise<void> {
  const { options } = await call('start-passkey-confirmation', {})
  await call('confirm-identity', { passkey: await signWithPasskey(options) })
}

export async function createPasskey(name: string) {
  const { options } = await call('start-passkey', {})
  const { startRegistration } = await loadBrowserPart()
  // As above.
  const answer = await orCancelled(startRegistration({ optionsJSON: options as unknown as Creation }))
  return call('add-passkey', { name, answer })
}
