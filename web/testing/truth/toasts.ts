import type { Page } from 'playwright-core'
import type { FleetState } from '../../../service/testing/fleet-states.ts'
import { followLink } from '../follow-link.ts'
import { notShown } from './table.ts'

/** An action that sums up what it did in a toast. */
interface ToastRow {
  act(page: Page): Promise<void>
  /** The colour and the beginning of the text. */
  says: Record<FleetState, string | typeof notShown>
}

const onAllSites = (action: string) => async (page: Page) => {
  await followLink(page, '/sites')
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: action, exact: true }).click()
}

const noConnection = 'No connection to 127.89.0.1 could be made; check that its web server is running.'

/** In this order: suspending is the last, because a suspended site is not synced. */
export const toastTable: Readonly<Record<string, ToastRow>> = {
  'Sync all sites': {
    async act(page) {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog').getByRole('combobox').fill('Sync all sites')
      await page.getByRole('option', { name: 'Sync all sites' }).click()
    },
    says: {
      'no sites': 'note Nothing to do.',
      ...{
        'nothing known': 'good All sites synced.',
        healthy: 'good All sites synced.',
        stale: 'good All sites synced.',
      },
      'some failed': `partial 2 of 3 sites synced Meyer Restaurant: ${noConnection}`,
      'all failed': `bad 0 of 3 sites synced Meyer Restaurant: ${noConnection}`,
      disconnected: 'bad 0 of 3 sites synced Meyer Restaurant is not connected.',
    },
  },
  'Check the sites': {
    act: onAllSites('Check'),
    says: {
      'no sites': notShown,
      ...{ 'nothing known': 'good Checked 3 sites.', healthy: 'good Checked 3 sites.', stale: 'good Checked 3 sites.' },
      disconnected: 'good Checked 3 sites.',
      'some failed': 'partial Checked 3 sites: 1 site did not answer.',
      'all failed': 'bad Checked 3 sites: 3 sites did not answer.',
    },
  },
  'Check a monitor': {
    async act(page) {
      await followLink(page, '/monitors/1')
      await page.getByRole('button', { name: 'Check now' }).click()
    },
    says: {
      'no sites': notShown,
      ...{ 'nothing known': 'good Meyer Restaurant is up', healthy: 'good Meyer Restaurant is up' },
      ...{ stale: 'good Meyer Restaurant is up', disconnected: 'good Meyer Restaurant is up' },
      'some failed': 'bad Meyer Restaurant: Down.',
      'all failed': 'bad Meyer Restaurant: Down.',
    },
  },
  'Suspend the sites': {
    async act(page) {
      await onAllSites('Suspend')(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click()
    },
    says: {
      'no sites': notShown,
      ...{ 'nothing known': 'good Suspended 3 sites.', healthy: 'good Suspended 3 sites.' },
      ...{ stale: 'good Suspended 3 sites.', disconnected: 'good Suspended 3 sites.' },
      ...{ 'some failed': 'good Suspended 3 sites.', 'all failed': 'good Suspended 3 sites.' },
    },
  },
}

/** The colour and the text of the toast that is shown when the action is over; closes it. */
export async function readToast(page: Page): Promise<string> {
  const toast = page.locator('.toast:not(:has(.spinner))')
  await toast.waitFor({ timeout: 120_000 })
  const classes = (await toast.getAttribute('class')) ?? ''
  const text = (await toast.innerText()).replaceAll(/\s+/g, ' ').trim()
  await toast.getByRole('button', { name: 'Close this message' }).click()
  await toast.waitFor({ state: 'detached' })
  return `${classes.replace('toast', '').trim()} ${text}`
}
