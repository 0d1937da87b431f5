import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../../clock.ts'
import { BrowserError } from '../browser-error.ts'
import type { GuardedProxy, ProxyFailure } from '../guarded-proxy.ts'
import { killGroup, type RunningChromium } from '../launch.ts'
import { explainFailure } from './explain-failure.ts'
import { type PageReport, ProcessAnswer } from './page-report.ts'

export const strategies = ['mobile', 'desktop'] as const
export type Strategy = (typeof strategies)[number]

/** `reason` is a sentence about the page; problems of Chromium itself are thrown. */
export type PageAudit = { ok: true; report: PageReport } | { ok: false; reason: string }

const program = fileURLToPath(new URL('lighthouse-process.ts', import.meta.url))
const maxWaitForLoadMs = 45_000
const deadlineMs = 150_000
const maxAnswerBytes = 1024 * 1024

/**
 * Runs Lighthouse on a page in this Chromium, in a separate process: it computes for seconds, which would block
 * the service. That process gets Chromium's pipes, so no debugging port is open.
 */
export async function auditPage(
  { chromium, proxy, clock }: { chromium: RunningChromium; proxy: GuardedProxy; clock: Clock },
  order: { url: string; strategy: Strategy },
): Promise<PageAudit> {
  const { toChromium, fromChromium } = chromium.pipes
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=1024', program, JSON.stringify({ ...order, maxWaitForLoadMs })],
    {
      env: { PATH: '/usr/bin:/bin', HOME: chromium.folder, TMPDIR: chromium.folder },
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore', toChromium, fromChromium],
    },
  )
  toChromium.destroy()
  fromChromium.destroy()
  let answer = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    answer += text
    if (answer.length > maxAnswerBytes) killGroup(child)
  })
  const ended = new Promise<'ended'>((resolve) => {
    child.on('error', () => resolve('ended')).on('close', () => resolve('ended'))
  })
  const late = Promise.withResolvers<'late'>()
  const cancel = clock.after(deadlineMs, () => late.resolve('late'))
  try {
    const how = await Promise.race([ended, late.promise])
    return how === 'late' ? { ok: false, reason: tookTooLong } : read(answer, order.url, proxy.failures())
  } finally {
    cancel()
    killGroup(child)
  }
}

const tookTooLong = 'The page did not finish loading within two and a half minutes, so the audit was stopped.'

function read(answer: string, url: string, stops: ProxyFailure[]): PageAudit {
  const tooMuch = stops.find(({ kind }) => kind === 'too-much')
  if (tooMuch) return { ok: false, reason: tooMuch.sentence }
  const parsed = ProcessAnswer.safeParse(jsonOf(answer))
  if (!parsed.success) throw new BrowserError('failed', 'Lighthouse ended without a result; try again later.')
  if ('failure' in parsed.data) return { ok: false, reason: explainFailure(url, parsed.data, stops) }
  return { ok: true, report: parsed.data }
}

function jsonOf(answer: string): unknown {
  try {
    return JSON.parse(answer)
  } catch {
    return undefined
  }
}
