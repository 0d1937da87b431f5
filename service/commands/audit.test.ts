import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { approvalCalls } from '../testing/approval-calls.ts'
import { callers } from '../testing/callers.ts'
import { createDataDir, runCommand } from '../testing/command-line.ts'
import { setUpService } from '../testing/people.ts'
import * as audit from './audit.ts'

const fixture = setUpService()
const { createAgent, createApprover, approve } = approvalCalls(fixture)
const { rest } = callers(fixture)
let dataDir: string
beforeEach(async () => {
  dataDir = await createDataDir()
})
afterEach(() => rm(dataDir, { recursive: true }))

const verify = (...args: string[]) =>
  runCommand(audit, ['verify', ...args], { DATABASE_URL: fixture.service.connectionString, DATA_DIR: dataDir })

it('verifies the signatures of approvals in the database and in an export, and finds what was changed', async () => {
  const agent = await createAgent()
  const add = () => rest('POST /tags/add', { name: 'Shop' }, agent.headers)
  await approve((await add()).body.data.approval_id, await createApprover())
  expect((await add()).status).toBe(200)
  const good = await verify()
  expect(good.printed).toContain('approvals: 1 signed, all signatures are valid; 1 of them were used, each once')
  expect(good.printed).toMatch(/ok +audit trail/)

  const { text } = await rest('GET /audit/export')
  const file = join(dataDir, 'audit.csv')
  const verifyText = async (changed: string) => {
    await writeFile(file, changed)
    return verify('--file', file)
  }
  expect(await verifyText(text)).toMatchObject({ code: 0, printed: expect.stringContaining('1 signed') })
  const lines = text.split('\r\n')
  const without = (operation: string) => lines.filter((line) => !line.includes(`,${operation},`)).join('\r\n')
  expect(await verifyText(without('approve-call'))).toMatchObject({
    code: 1,
    printed: expect.stringContaining('without an approval'),
  })
  const used = lines.find((line) => line.includes(',use-approval,'))!
  expect((await verifyText([lines[0], used, ...lines.slice(1)].join('\r\n'))).printed).toContain('used one twice')
  const otherSignature = text.replace(/(""signature"":""..........)./, '$1_')
  expect(otherSignature).not.toBe(text)
  expect((await verifyText(otherSignature)).printed).toContain('the signature of the approval is wrong')

  await fixture.service.db.updateTable('approvals').set({ request: '{}' }).execute()
  expect(await verify()).toMatchObject({ code: 1, printed: expect.stringContaining('was changed') })
})
