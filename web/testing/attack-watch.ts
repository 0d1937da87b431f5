import type { Page } from 'playwright-core'

export interface AttackWatch {
  /** The effects of hostile text since the last call, one sentence each. */
  findings(): Promise<string[]>
  /** Number of elements that show the hostile text as text. */
  shown(): Promise<number>
}

/** Reports when text from outside takes effect: scripts, dialogs, requests to other hosts, policy violations, live markup. */
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
  // As text: the tests are compiled without browser types.
  await page.addInitScript(`
    globalThis.attack = (how) => console.error('ATTACK ran: ' + how)
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error('ATTACK stopped by the policy: ' + event.violatedDirective + ' ' + event.blockedURI))`)
  return {
    async findings() {
      for (const frame of page.frames()) {
        // A sandboxed frame does not run these scripts; its elements are checked from outside.
        // All selectors in one call first: almost every page has nothing to report.
        if ((await frame.locator(liveMarkup.join(', ')).count()) === 0) continue
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
