import { z } from 'zod'
import { line, plain, textThat } from '../kinds.ts'
import type { AnySettings, Group, Setting } from '../setting.ts'

/** The providers of backups, what each needs to know, and its secrets, which are kept elsewhere. */
interface Provider {
  label: string
  settings: AnySettings
  secrets: readonly SecretName[]
}

export const secretNames = ['api_key', 'password'] as const
export type SecretName = (typeof secretNames)[number]

const isWebAddress = (text: string) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? '')
const isMailAddress = (text: string) => text === '' || z.email().safeParse(text).success

const enabled: Setting<boolean> = {
  ...plain(z.boolean(), false, 'Whether the provider is to be used.'),
  takes: z.union([z.boolean(), z.literal([0, 1]), z.null()]),
  keeps: (given) => given === true || given === 1,
}

/** Every field that some provider has. */
const fields = {
  account_email: textThat(isMailAddress, 'must be an e-mail address', '', 'The e-mail address of the account.'),
  company_id: line(100, '', 'The number of the company.'),
  username: line(100, '', 'The name of the account.'),
  url: textThat(isWebAddress, 'must be an http or https URL', '', 'The address of the control panel.'),
  site_path: line(100, '', 'The folder of the sites.'),
}

const byKey: readonly SecretName[] = ['api_key']

const described = {
  cloudways: { label: 'Cloudways', settings: { account_email: fields.account_email }, secrets: byKey },
  gridpane: { label: 'GridPane', settings: {}, secrets: byKey },
  vultr: { label: 'Vultr', settings: {}, secrets: byKey },
  linode: { label: 'Akamai (Linode)', settings: {}, secrets: byKey },
  digitalocean: { label: 'DigitalOcean', settings: {}, secrets: byKey },
  cpanel: {
    label: 'cPanel',
    settings: { url: fields.url, site_path: fields.site_path, username: fields.username },
    secrets: ['password', 'api_key'],
  },
  plesk: { label: 'Plesk', settings: { url: fields.url }, secrets: byKey },
  kinsta: {
    label: 'Kinsta',
    settings: { account_email: fields.account_email, company_id: fields.company_id },
    secrets: byKey,
  },
} satisfies Record<string, Provider>

export type ProviderSlug = keyof typeof described
export const providerSlugs = Object.keys(described) as [ProviderSlug, ...ProviderSlug[]]

export const providers: Record<ProviderSlug, Provider> = described

export const providerFields: AnySettings = { enabled, ...fields }

export const providerGroup = (slug: ProviderSlug): Group => ({
  name: `api-backups/${slug}`,
  title: `${providers[slug].label} backups`,
  settings: { enabled, ...providers[slug].settings },
})
