/** Adds API keys, each with its own name: small writes that can be counted afterwards. */
export const drillKey = 'a key that only the drill uses, long enough'
const headers = { authorization: `Bearer ${drillKey}`, 'content-type': 'application/json' }

/** Returns whether the write was acknowledged; any failure counts as not acknowledged. */
export async function writeKey(url: string, description: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/v2/rest-api/add-key`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ description, scopes: ['read'] }),
    })
    return ((await answer.json()) as { success?: number }).success === 1
  } catch {
    return false
  }
}

/** The names of all keys. */
export async function readKeyNames(url: string): Promise<Set<string>> {
  const names = new Set<string>()
  for (let page = 1; ; page++) {
    const answer = await fetch(`${url}/api/v2/rest-api/keys?per_page=100&page=${page}`, { headers })
    const { data, pages } = (await answer.json()) as { data: { description: string }[]; pages: number }
    for (const { description } of data) names.add(description)
    if (page >= pages) return names
  }
}

let written = 0
export const newName = () => `drill ${process.pid}-${performance.now()}-${written++}`
