const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'])

/** Headers fit for a log line: names stay, credentials do not. */
export function redactHeaders<Value>(headers: Record<string, Value>): Record<string, Value | '[hidden]'> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretHeaders.has(name.toLowerCase()) ? '[hidden]' : value]),
  )
}

/** An address fit for a log line: tokens travel in queries and user names in front of hosts. */
export function redactUrl(text: string): string {
  const url = URL.parse(text)
  if (!url) return '[unreadable address]'
  return `${url.protocol}//${url.host}${url.pathname}${url.search === '' ? '' : '?[hidden]'}`
}
