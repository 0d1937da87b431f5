import type { TestService } from './test-service.ts'

/** `fetch` that reaches the service in this process, whatever the host of the address is. */
export const fetchFromService =
  ({ app }: Pick<TestService, 'app'>): typeof fetch =>
  async (url, { method, headers, body } = {}) => {
    const { pathname, search } = new URL(String(url))
    const answer = await app.server.inject({
      // The clients under test send these forms only.
      method: method as 'GET',
      url: pathname + search,
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' && { payload: body }),
    })
    return new Response(answer.payload, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    })
  }
