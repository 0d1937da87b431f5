import type { TestService } from './test-service.ts'

/** The headers of a key that reads as a user with a custom role of these permissions. */
export async function createRoleKey(service: TestService, permissions: string[]): Promise<Record<string, string>> {
  const run = async (name: string, input: object) =>
    // The outputs of these operations have these fields.
    (await service.app.run(name, input)).output as { id: number; token: string; user: { id: number } }
  const role = await run('add-role', { name: 'Of a test', permissions })
  const { user } = await run('add-user', { login: 'with-custom-role', role_id: role.id })
  const { token } = await run('add-key', { user_id: user.id, scopes: ['read'] })
  return { authorization: `Bearer ${token}` }
}
