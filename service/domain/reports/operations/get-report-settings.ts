import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { findReportSettings, ReportSettings } from '../report-settings.ts'

export const getReportSettings = operation({
  name: 'get-report-settings',
  summary: 'Read the branding, texts and sections of reports, and the sources of known vulnerabilities.',
  effect: 'read',
  permission: 'settings.read',
  requires: 'reports',
  input: z.strictObject({}),
  output: ReportSettings,
}).does((_input, { db }) => findReportSettings(db))
