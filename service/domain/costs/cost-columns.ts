import type { ImportKind } from '../../operation/import-columns.ts'

/** For readers only; an import ignores them. */
export const ignoredColumns = ['currency', 'next_renewal']

/** The columns of an import of costs. */
export const costImport: ImportKind = {
  kind: 'costs',
  ignoredTitles: ['currency', 'next renewal'],
  fields: [
    {
      name: 'name',
      label: 'Name',
      isRequired: true,
      titles: ['product', 'product name', 'subscription', 'cost', 'item', 'title'],
      example: 'Forms Pro',
    },
    {
      name: 'price',
      label: 'Price',
      isRequired: true,
      titles: ['amount', 'cost amount', 'fee', 'value'],
      example: '49',
    },
    {
      name: 'sites',
      label: 'Sites',
      hint: 'Addresses or ids, separated by semicolons. A cost needs at least one site, tag or client.',
      titles: ['site', 'website', 'websites', 'domain', 'domains', 'site url'],
    },
    { name: 'groups', label: 'Tags', hint: 'Names or ids, separated by semicolons.', titles: ['tag', 'group'] },
    {
      name: 'clients',
      label: 'Clients',
      hint: 'Names, e-mail addresses or ids, separated by semicolons.',
      titles: ['client', 'client name', 'customer', 'company'],
      example: 'Corner Bakery',
    },
    {
      name: 'renewal_type',
      label: 'Billing interval',
      hint: 'weekly, monthly, quarterly, yearly or disabled.',
      titles: ['renewal', 'interval', 'billing cycle', 'period', 'frequency'],
      example: 'yearly',
    },
    {
      name: 'last_renewal',
      label: 'Last renewal',
      hint: 'A day such as 2026-03-01.',
      titles: ['date', 'purchase date', 'renewed', 'start date'],
      example: '2026-03-01',
    },
    { name: 'payment_type', label: 'Payment type', hint: 'subscription or lifetime.', titles: ['type'] },
    { name: 'license_type', label: 'License type', hint: 'single_site or multi_site.', titles: ['license'] },
    { name: 'product_type', label: 'Product type', titles: ['category'] },
    { name: 'product_slug', label: 'Product slug', titles: ['slug'] },
    { name: 'payment_method', label: 'Payment method', titles: ['method'] },
    { name: 'cost_tracker_status', label: 'Status', titles: ['cost status'] },
    { name: 'url', label: 'Web address', titles: ['link', 'product url', 'vendor'] },
    { name: 'note', label: 'Note', titles: ['notes', 'comment', 'description', 'remarks'] },
    { name: 'product_color', label: 'Colour', titles: ['color'] },
    { name: 'icon_hidden', label: 'Icon' },
    { name: 'id', label: 'Id', hint: 'The id of a cost here: the row changes it.' },
  ],
}
