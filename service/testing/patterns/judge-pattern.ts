import { createRequire } from 'node:module'

type Recheck = Pick<typeof import('recheck'), 'checkSync'>

// The build for browsers is plain JavaScript: it never starts Java or a program of its own. It takes a while to load.
const loadRecheck = () => createRequire(import.meta.url)('recheck/lib/browser.js') as Recheck
const timeoutMs = 120_000

/**
 * `safe` and `linear` are proved; with `(fuzz)` no attack was found. Everything else names the growth, or why there is no verdict.
 * What a flag changes only between matches (g, y, d) is left out.
 */
export function judgePattern(source: string, flags: string): string {
  const verdict = loadRecheck().checkSync(source, flags.replace(/[gyd]/g, ''), { timeout: timeoutMs })
  if (verdict.status === 'unknown') return `unknown: ${verdict.error.kind}`
  return verdict.complexity.summary
}

export const isLinear = (verdict: string) => ['safe', 'linear', 'safe (fuzz)'].includes(verdict)
