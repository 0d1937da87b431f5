import type { Page, Request } from 'playwright-core'

/** Resolves when all requests of the page are answered and no new ones follow; faster than "networkidle", which adds a delay. */
export function watchSettling(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let started = 0
  let changed = () => {}
  page.on('request', (request) => {
    started++
    // A request of the page before can end without an event.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear()
    // A stream does not end.
    if (request.resourceType() !== 'eventsource') open.add(request)
  })
  const over = (request: Request) => {
    open.delete(request)
    changed()
  }
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  const allAnswered = async () => {
    while (open.size > 0) {
      await new Promise<void>((resolve) => {
        changed = resolve
      })
    }
  }
  // Responses are rendered within a few frames, and further requests follow at once.
  const drawn = () =>
    page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20))))',
    )
  return async () => {
    let before = -1
    while (before !== started || open.size > 0) {
      await allAnswered()
      before = started
      await drawn()
      // Not by role: computing the roles of all elements takes longer than everything else here.
      if (await page.locator('[role=status] > .skeleton, .loading-bar').count()) before = -1
    }
  }
}
