/** missing: Chromium or Lighthouse is not installed; unfit: it must not be used for this here; failed: the work failed. */
export type BrowserErrorKind = 'missing' | 'unfit' | 'failed' | 'timeout'

/** Chromium could not be used; the message can be shown to people. */
export class BrowserError extends Error {
  readonly kind: BrowserErrorKind

  constructor(kind: BrowserErrorKind, message: string) {
    super(message)
    this.name = 'BrowserError'
    this.kind = kind
  }
}

export const browserMissing = (configured: string | undefined) =>
  new BrowserError(
    'missing',
    configured === undefined
      ? 'This needs Chromium, and none was found. Install it on the machine that runs Flotilla (on Debian: apt-get install chromium), or set CHROMIUM_PATH to its program and start again.'
      : `This needs Chromium, and CHROMIUM_PATH (${configured}) names no program that can be started. Correct it, or install Chromium (on Debian: apt-get install chromium).`,
  )

export const lighthouseMissing = () =>
  new BrowserError(
    'missing',
    'This needs Lighthouse, which a release does not bring. Run "npm run install-lighthouse" in the folder of Flotilla, then try again.',
  )

export const browserUnfit = () =>
  new BrowserError(
    'unfit',
    'Chromium cannot use its sandbox here, so Flotilla does not open pages of sites with it. ' +
      'Allow user namespaces, or start Flotilla as root (Chromium then runs as another user), or set CHROMIUM_NO_SANDBOX=on if nothing on this machine is worth protecting.',
  )
