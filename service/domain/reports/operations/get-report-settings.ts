import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { ShownSettings, showSettings } from '../shown-settings.ts'

export const getReportSettings = operation({
  name: 'get-report-settings',
  summary:
    'Read how reports look and what they say: company, logo, colours, texts, sections, the feed of vulnerabilities.',
  effect: 'read',
  permission: 'settings.read',
  requires: 'reports',
  input: z.strictObject({}),
  output: ShownSettings,
}).does((_input, { db }) => showSettings(db))
