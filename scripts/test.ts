// `npm test`: installs programs that tests need and npm does not provide, then runs the tests. `npm run test:quick` skips slow ones.
import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createMemoryFolder } from './memory-folder.ts'
import { provideChromium } from './provide-chromium.ts'

/** Files with browsers, killed processes or long scenarios: too slow while editing. */
const slow = [
  'launch.test.ts',
  'bench/**',
  'deploy/**',
  'scripts/release/**',
  'web/tests/**',
  'web/testing/**',
  'service/commands/**',
  'service/platform/browser/**',
  'service/platform/database/backup/**',
  'service/platform/database/embedded/**',
  'service/platform/database/{embedded,migrate}.test.ts',
  // These read or send PDFs, or audit pages, with a browser.
  'service/domain/perf-audit/**',
  'service/domain/reports/{client-sentences,month-of-activity}.test.ts',
  'service/domain/reports/operations/{email-*,send-due-reports,get-report-segment,get-site-report}.test.ts',
  // These seed thousands of rows, wait for deadlines or call the whole catalogue.
  'service/domain/*/many-*.test.ts',
  'service/domain/activity/operations/get-site-changes.test.ts',
  'service/domain/*/{retention,concurrency,concurrent-*}.test.ts',
  'service/domain/monitors/{host-outage,monitor-work,uptime}.test.ts',
  'service/domain/ssl-monitor/operations/check-site-certificate.test.ts',
  'service/domain/sync/unreliable-fleet.test.ts',
  'service/domain/time-tracker/operations/{list-time-tasks,start-timer}.test.ts',
  'service/domain/updates/operations/{run-automatic-updates,run-updates,update-all,update-one-site,update-site-core}.test.ts',
  'service/domain/updates/{ignore-updates,run/run-outcome,run/update-slots,update-count-store,update-list-store}.test.ts',
  'service/domain/sites/operations/list-sites-table.test.ts',
  'service/domain/imports/operations/import-{sites,users}.test.ts',
  'service/platform/connector/memory.test.ts',
  'service/surfaces/{surfaces,dry-run}.test.ts',
  'service/surfaces/http/{behind-nginx,caller-address,outside-address}.test.ts',
  'service/*.test.ts',
  // Ways to sign in and to move in: mail servers, an identity provider, PHP, large files.
  'service/domain/access/{audit,oidc,sign-in}/**',
  'service/domain/access/operations/*{code,identity,invitation,passkey,password-reset,reset-password,sign-in-options,single-sign-on,totp}*.test.ts',
  'service/domain/moving-in/**',
  // Guards, rollouts, rules and webhooks: PHP, hosts that stop, many checked pages.
  'service/platform/connector/guard/**',
  'service/domain/{guard,incidents,rollouts,webhooks}/**',
  'service/domain/notifications/{channels,rules}/**',
  'service/domain/updates/{operations/update-site-plugins,run/checked-step}.test.ts',
  'service/platform/mail-attacks.test.ts',
  'service/domain/{costs/operations/add-cost,time-tracker/operations/add-time-task,users/operations/create-site-users}.test.ts',
  'service/domain/{updates/operations/install-site-updates,software/ingest-software,settings/in-force}.test.ts',
  // These take more than five seconds for other reasons: real password hashing, many checked pages, all sources read.
  'service/domain/access/{access-changes,keys/key-rights,passwords/check-password}.test.ts',
  'service/domain/domain-monitor/operations/check-site-domain.test.ts',
  'service/domain/jobs/{run-targets,operations/get-job,operations/watch-job}.test.ts',
  'service/domain/notifications/{compose-messages,operations/update-email-settings}.test.ts',
  'service/domain/settings/operations/{settings-groups,tool-jobs}.test.ts',
  'service/domain/sites/connection/change-address.test.ts',
  'service/domain/sites/operations/{add-site,disconnect-sites,fetch-site-icon,get-sites-basic,open-admin,reconnect-sites}.test.ts',
  'service/domain/sync/operations/sync-{site,sites}.test.ts',
  'service/platform/connector/{live/**,hostile.test.ts,reading/text.test.ts}',
  'service/platform/{queue/timetable,database/database}.test.ts',
  'service/platform/outbound/{body-collector,hostile-peers,packed-answers,rate-limits}.test.ts',
  'service/testing/{not-run-reporter,patterns/*}.test.ts',
]

const [first, ...rest] = process.argv.slice(2)
const quick = first === '--quick'
const args = quick ? [...slow.flatMap((pattern) => ['--exclude', pattern]), ...rest] : process.argv.slice(2)
// Only a complete run installs missing programs.
const isWhole = args.length === 0
if (isWhole) await provideChromium()
const memory = process.env.TMPDIR ? undefined : await createMemoryFolder()
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
const child = spawn(process.execPath, [vitest, 'run', ...args], {
  stdio: 'inherit',
  env: { ...process.env, ...(isWhole && { TEST_DOWNLOADS: 'on' }), ...(memory && { TMPDIR: memory }) },
})
child.on('exit', async (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1)
  if (memory) await rm(memory, { recursive: true, force: true })
})
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
process.on('SIGINT', () => {}) // The terminal sends Ctrl-C to the child; this process ends with it.
