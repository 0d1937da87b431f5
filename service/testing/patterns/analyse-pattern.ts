import { createRequire } from 'node:module'

type Recheck = Pick<typeof import('recheck'), 'checkSync'>

// The browser build is plain JavaScript: it never starts Java or another program. Loading takes a while.
const loadRecheck = () => createRequire(import.meta.url)('recheck/lib/browser.js') as Recheck
const timeoutMs = 120_000

/**
 * `safe` and `linear` are proved; `(fuzz)` means that no attack was found. Everything else names the growth, or why there is no result.
 * Flags that only matter between matches (g, y, d) are ignored.
 */
export function analysePattern(source: string, flags: string): string {
  const result = loadRecheck().checkSync(source, flags.replace(/[gyd]/g, ''), { timeout: timeoutMs })
  if (result.status === 'unknown') return `unknown: ${result.error.kind}`
  return result.complexity.summary
}

export const isLinear = (result: string) => ['safe', 'linear', 'safe (fuzz)'].includes(result)
