import type { Page } from 'puppeteer-core'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  tdur?: number
  args: { name?: string; data?: { url?: string; requestId?: string } }
}

/**
 * Processor time of the page's main thread, in milliseconds, from the end of the answer to the list until its rows were
 * painted. Other programs delay the page, but do not add to this time.
 */
export async function workUntilPainted(page: Page, show: () => Promise<unknown>): Promise<number> {
  await page.tracing.start({ categories: ['toplevel', 'devtools.timeline', 'blink.user_timing'] })
  await show()
  const { traceEvents } = JSON.parse(Buffer.from((await page.tracing.stop())!).toString()) as {
    traceEvents: TraceEvent[]
  }
  const named = (name: string) => traceEvents.filter((event) => event.name === name)
  const { pid, requestId } = listCall(named('ResourceSendRequest'))
  const answered = named('ResourceFinish').find(({ args }) => args.data?.requestId === requestId)!
  const painted = named('rows painted').find(({ ts }) => ts > answered.ts)!
  const main = named('thread_name').find((event) => event.pid === pid && event.args.name === 'CrRendererMain')!
  const tasks = named('ThreadControllerImpl::RunTask').filter(
    (event) => event.ph === 'X' && event.pid === pid && event.tid === main.tid,
  )
  const between = tasks.filter(({ ts }) => ts > answered.ts && ts < painted.ts)
  return between.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000
}

function listCall(requests: TraceEvent[]): { pid: number; requestId: string } {
  const { pid, args } = requests.filter(({ args }) => args.data?.url?.includes('/sites/table?')).at(-1)!
  return { pid, requestId: args.data!.requestId! }
}
