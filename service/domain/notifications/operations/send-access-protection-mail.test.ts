import { expect, it } from 'vitest'
import { setUpMailLinks } from '../../../testing/set-up-mail-links.ts'

const fixture = setUpMailLinks()

it('notifies all administrators of what was changed, by whom and when', async () => {
  const input = { protection: 'single-sign-on', by: 'ada <script>', at: '2026-11-18T08:00:00.000Z' }
  expect((await fixture.service.app.run('send-access-protection-mail', input)).output).toEqual({ sent: true })
  const [mail] = await fixture.mails(1)
  expect([mail!.to, mail!.html.includes('<script>')]).toEqual([['ada@example.org'], false])
  expect(mail!.text).toMatch(/Changed: Single sign-on\.\s+By ada <script>, 2026-11-18T08:00:00\.000Z\./)
})
