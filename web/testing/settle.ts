import type { Page, Request } from 'playwright-core'

/** Answers when everything a page asks for has come and nothing more is asked; sooner than "networkidle", which waits on top. */
export function watchSettling(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let asked = 0
  let changed = () => {}
  page.on('request', (request) => {
    asked++
    // A stream has no end to wait for.
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
  // What came is drawn within a few frames, and asks at once for what else it needs.
  const drawn = () =>
    page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20))))',
    )
  return async () => {
    let before = -1
    while (before !== asked || open.size > 0) {
      await allAnswered()
      before = asked
      await drawn()
      if (await page.getByRole('status', { name: 'Loading' }).count()) before = -1
    }
  }
}
