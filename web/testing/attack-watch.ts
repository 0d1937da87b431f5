import type { Page } from 'playwright-core'

export interface AttackWatch {
  /** What a hostile text achieved since the last call, a sentence each. */
  findings(): Promise<string[]>
  /** How many elements show the hostile text as text. */
  shown(): Promise<number>
}

/** Notices when text from outside acts: scripts, dialogs, requests to elsewhere, violations of the policy, live markup. */
export async function watchForAttacks(page: Page, ownAddress: string): Promise<AttackWatch> {
  const found: string[] = []
  page.on('dialog', (dialog) => {
    found.push(`a dialog opened: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => found.push(`a window opened: ${popup.url()}`))
  page.on('console', (line) => {
    if (/^ATTACK |content security policy|trusted ?type|blocked a javascript/i.test(line.text()))
      found.push(line.text())
  })
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (origin !== ownAddress && !['data:', 'blob:', 'about:'].includes(protocol)) found.push(`asked ${request.url()}`)
  })
  // As text: the tests are compiled without the types of a browser.
  await page.addInitScript(`
    globalThis.attack = (how) => console.error('ATTACK ran: ' + how)
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error('ATTACK stopped by the policy: ' + event.violatedDirective + ' ' + event.blockedURI))`)
  return {
    async findings() {
      for (const frame of page.frames()) {
        // A frame in a sandbox runs none of our scripts either; its elements can be looked at from outside.
        for (const selector of liveMarkup) {
          const count = await frame.locator(selector).count()
          if (count > 0) found.push(`${count} × ${selector} in ${frame.url()}`)
        }
      }
      return found.splice(0)
    },
    shown: async () => {
      let count = 0
      for (const frame of page.frames()) count += await frame.getByText("<script>attack('script')</script>").count()
      return count
    },
  }
}

const liveMarkup = [
  'a[href^="javascript:" i]',
  'a[href^="//"], a[href^="http" i][href*="evil.example"]',
  'body script:not([src])',
  'body base',
  'body meta[http-equiv]',
  'body style:has-text("evil.example")',
  'iframe[srcdoc]',
  'form[action]',
  '[onerror], [onload], [onclick], [onfocus], [onmouseover], [autofocus][onfocus]',
  'svg[onload], object, embed',
  '[style*="evil.example"]',
]
