/** A signed-in user who sends one request after the other; each is counted. */
export interface Work {
  requests: number
  failures: string[]
  p50: number
  p99: number
  max: number
}

const paths = ['/api/v2/sites?per_page=20', '/api/v2/sites/count', '/api/v2/clients?per_page=20', '/api/v2/access/me']

export async function signIn(url: string, login: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/api/v2/access/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  if (!answer.ok) throw new Error(`Signing in failed: ${await answer.text()}`)
  return answer.headers.getSetCookie()[0]!.split(';')[0]!
}

export const workUntil = (url: string, cookie: string, deadline: number): Promise<Work> =>
  requestUntil(url, paths, { cookie }, { pauseMs: 50, timeoutMs: 15_000 }, deadline)

/** As a probe of an orchestrator: a new connection each time, and an answer within 5 s. */
export const checkHealthUntil = (url: string, deadline: number): Promise<Work> =>
  requestUntil(url, ['/healthz'], { connection: 'close' }, { pauseMs: 1_000, timeoutMs: 5_000 }, deadline)

async function requestUntil(
  url: string,
  paths: readonly string[],
  headers: Record<string, string>,
  { pauseMs, timeoutMs }: { pauseMs: number; timeoutMs: number },
  deadline: number,
): Promise<Work> {
  const waits: number[] = []
  const failures: string[] = []
  for (let round = 0; performance.now() < deadline; round++) {
    const path = paths[round % paths.length]!
    const began = performance.now()
    try {
      const answer = await fetch(url + path, { headers, signal: AbortSignal.timeout(timeoutMs) })
      const text = await answer.text()
      if (!answer.ok) failures.push(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
    } catch (error) {
      failures.push(`${path} failed: ${(error as Error).message}`)
    }
    waits.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  waits.sort((a, b) => a - b)
  const at = (share: number) => Math.round(waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0)
  return { requests: waits.length, failures, p50: at(0.5), p99: at(0.99), max: at(1) }
}
