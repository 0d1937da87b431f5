declare module 'virtual:operations' {
  export const addresses: typeof import('../../contract/client.ts').addresses
  /** Effect, permission and module (if any) of each operation. */
  export const requirements: Record<
    string,
    [effect: 'read' | 'change' | 'destroy', permission: string, module?: string]
  >
}

declare module 'virtual:settings' {
  /** The fields of each settings group, from the contract. */
  const groups: Record<string, Omit<import('../settings-fields.ts').SettingField, 'description'>[]>
  export default groups
}

// The package's entry lists six thousand icons and would slow down every build.
declare module '@tabler/icons-react/dist/esm/icons/*' {
  const icon: import('@tabler/icons-react').Icon
  export default icon
}

/** The version in package.json when the dashboard was built. */
declare const __FLOTILLA_VERSION__: string
