import { describe, expect, it } from 'vitest'
import { connectedFleet } from '../testing/connected-fleet.ts'
import { call, type Values } from '../testing/dashboard.ts'

const here = connectedFleet()
const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')

describe('users', () => {
  const user = (values: object) => call(here.site.url, 'newuser', { new_user: base64(values) })
  const act = (action: string, id: number, values: Values = {}) =>
    call(here.site.url, 'user_action', { action, id, ...values })

  it('are listed by role only', async () => {
    here.site.addUser({ login: 'ed', role: 'editor' })
    expect((await call(here.site.url, 'get_all_users', {})).payload).toEqual([])
    const { payload } = await call(here.site.url, 'get_all_users', { role: 'editor' })
    expect(payload.at(-1)).toMatchObject({ login: 'ed', avatar: expect.stringContaining('gravatar') })
  })

  it('are found by column', async () => {
    const { payload } = await call(here.site.url, 'search_users', {
      search_columns: 'user_login,user_email',
      search: '*adm*',
    })
    expect(payload.map(({ login }: { login: string }) => login)).toContain('admin')
  })

  it('become subscribers when the role is unknown', async () => {
    const { payload } = await user({ user_login: 'new', user_email: 'n@x.example', user_pass: 'p', role: 'emperor' })
    expect(payload.other_data.new_user_data.roles).toBe('subscriber')
    expect((await user({ user_login: 'new' })).payload.error).toMatch(/already exists/)
  })

  it('can be changed and deleted; their posts go to the acting user', async () => {
    const ed = here.site.addUser({ login: 'ed', role: 'editor' })
    here.site.posts = [{ ...here.site.posts[0]!, authorId: ed.id }]
    expect((await act('changeRole', ed.id, { extra: 'author' })).payload.other_data.users_data).toMatchObject({
      roles: 'author',
      old_roles: null,
    })
    await act('update_user', ed.id, { extra: { email: 'new@x.example', role: 'editor' } })
    expect(here.site.user('ed')).toMatchObject({ email: 'new@x.example', role: 'editor' })
    expect((await act('edit', ed.id)).payload.user_data).toMatchObject({ user_login: 'ed' })
    await act('delete', ed.id)
    expect(here.site.user('ed')).toBeUndefined()
    expect(here.site.posts[0]!.authorId).toBe(1)
  })

  it('lose their sessions with a new password, which is never in the journal', async () => {
    await call(here.site.url, 'newadminpassword', { new_password: base64('fresh-secret') })
    expect(here.site.passwordOf('admin')).toBe('fresh-secret')
    expect(JSON.stringify(here.site.journal)).not.toContain(base64('fresh-secret'))
  })
})
