import type { ImportKind } from '../../operation/import-columns.ts'
import { customColumnTitle, customFieldName } from './custom-columns.ts'

/** The columns of an import of clients. The titles with "client" are those of the established product's client table. */
export const clientImport: ImportKind = {
  kind: 'clients',
  customField: (title) => {
    const name = customFieldName(title)
    return name ? customColumnTitle(name) : null
  },
  ignoredTitles: ['client status'],
  fields: [
    {
      name: 'name',
      label: 'Client name',
      isRequired: true,
      titles: ['client', 'customer', 'customer name', 'company', 'company name', 'full name'],
      example: 'Corner Bakery',
    },
    {
      name: 'client_email',
      label: 'E-mail address',
      hint: 'A client with this address is changed instead of added.',
      titles: ['email', 'e mail', 'email address', 'mail', 'contact email'],
      example: 'info@bakery.example',
    },
    {
      name: 'client_phone',
      label: 'Phone',
      titles: ['telephone', 'phone number', 'tel', 'mobile'],
      example: '+49 30 1234',
    },
    {
      name: 'address_1',
      label: 'Address',
      titles: ['client address 1', 'address 1', 'street', 'street address', 'address line 1'],
    },
    { name: 'address_2', label: 'Address, second line', titles: ['client address 2', 'address 2', 'address line 2'] },
    { name: 'city', label: 'City', titles: ['client city', 'town'], example: 'Berlin' },
    { name: 'state', label: 'State', titles: ['client state', 'region', 'province', 'county'] },
    { name: 'zip', label: 'Postcode', titles: ['client zip', 'zip code', 'postal code', 'post code', 'plz'] },
    { name: 'country', label: 'Country', titles: ['client country'] },
    { name: 'note', label: 'Note', titles: ['notes', 'comment', 'comments', 'description', 'remarks'] },
    { name: 'client_facebook', label: 'Facebook', titles: ['facebook'] },
    { name: 'client_twitter', label: 'Twitter', titles: ['twitter', 'x'] },
    { name: 'client_instagram', label: 'Instagram', titles: ['instagram'] },
    { name: 'client_linkedin', label: 'LinkedIn', titles: ['linkedin'] },
    {
      name: 'selected_sites',
      label: 'Sites',
      hint: 'Addresses or ids of its sites, separated by semicolons.',
      titles: ['select sites', 'site', 'websites', 'website', 'domains', 'domain'],
      example: 'bakery.example',
    },
    { name: 'id', label: 'Id', hint: 'The id of a client here: the row changes it.' },
  ],
}
