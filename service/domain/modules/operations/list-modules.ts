import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { describeModules, Module } from '../describe-modules.ts'

export const listModules = operation({
  name: 'list-modules',
  summary: 'List the optional modules and whether each is switched on.',
  effect: 'read',
  permission: 'modules.read',
  input: z.strictObject({}),
  output: z.object({ modules: z.array(Module), total: z.int() }),
}).does(async (_input, { db }) => {
  const modules = await describeModules(db)
  return { modules, total: modules.length }
})
