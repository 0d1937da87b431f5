/** The tables and columns of the established dashboard that are imported, as the export script exports them. */
export const dumpTables: Record<string, readonly string[]> = {
  group: ['id', 'name', 'color'],
  wp_clients: [
    ...['client_id', 'name', 'address_1', 'address_2', 'city', 'zip', 'state', 'country', 'note', 'client_email'],
    ...['client_phone', 'client_facebook', 'client_twitter', 'client_instagram', 'client_linkedin', 'created'],
    ...['suspended', 'primary_contact_id'],
  ],
  wp_clients_contacts: [
    ...['contact_id', 'contact_client_id', 'contact_email', 'contact_name', 'contact_phone', 'contact_role'],
    ...['facebook', 'twitter', 'instagram', 'linkedin'],
  ],
  wp_clients_fields: ['field_id', 'field_name', 'field_desc', 'client_id'],
  wp_clients_field_values: ['value_id', 'field_id', 'field_value', 'value_client_id'],
  wp: [
    ...['id', 'adminname', 'name', 'url', 'pubkey', 'privkey', 'note', 'ignored_plugins', 'ignored_themes'],
    ...['is_ignoreCoreUpdates', 'is_ignorePluginUpdates', 'is_ignoreThemeUpdates', 'verify_certificate', 'uniqueId'],
    ...['http_user', 'http_pass', 'client_id', 'suspended', 'plugins', 'themes', 'plugin_upgrades', 'theme_upgrades'],
  ],
  wp_sync: ['wpid', 'version', 'dtsSync'],
  wp_group: ['wpid', 'groupid'],
  wp_options: ['wpid', 'name', 'value'],
  monitors: [
    ...['monitor_id', 'wpid', 'active', 'type', 'keyword', 'issub', 'timeout', 'interval', 'maxretries', 'method'],
    'up_status_codes',
  ],
  cost_tracker: [
    ...['id', 'name', 'url', 'type', 'product_type', 'slug', 'license_type', 'cost_status', 'payment_method', 'price'],
    ...['renewal_type', 'last_renewal', 'sites', 'groups', 'clients', 'note'],
  ],
  lookup_item_objects: ['item_id', 'item_name', 'object_id', 'object_name'],
  users: ['userid', 'ignored_plugins', 'ignored_themes', 'ignored_wp_upgrades'],
  api_keys: ['key_id', 'description', 'permissions', 'truncated_key', 'enabled'],
}

const columnSets = new Map(Object.entries(dumpTables).map(([name, columns]) => [name, new Set(columns)]))

/** Splits `wp_mainwp_wp` into the prefix of the installation and the name of a known table. */
export function splitTableName(table: string): { prefix: string; name: string } | null {
  const at = table.lastIndexOf('mainwp_')
  if (at < 0) return null
  const name = table.slice(at + 'mainwp_'.length)
  return columnSets.has(name) ? { prefix: table.slice(0, at), name } : null
}

export const columnsOfTable = (name: string): ReadonlySet<string> => columnSets.get(name) ?? new Set()
