import type { Page } from 'playwright-core'

/**
 * Goes to another page of the dashboard and resolves when it is rendered. Loading the dashboard for each page again would
 * compile it again.
 */
export const followLink = (page: Page, address: string): Promise<string> =>
  page.evaluate(`(async () => {
    const router = __TSR_ROUTER__
    await router.navigate({ href: ${JSON.stringify(address)} })
    while (router.state.isLoading || router.state.resolvedLocation?.href !== router.state.location.href)
      await new Promise(requestAnimationFrame)
    return router.state.resolvedLocation.href
  })()`)
