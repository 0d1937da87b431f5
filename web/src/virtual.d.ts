declare module 'virtual:requirements' {
  /** Per operation: its effect, its permission, and the module it belongs to, if it does. */
  const requirements: Record<string, [effect: 'read' | 'change' | 'destroy', permission: string, module?: string]>
  export default requirements
}

declare module 'virtual:settings' {
  /** Per group of settings: its fields, as the contract describes them. */
  const groups: Record<string, import('../settings-fields.ts').SettingField[]>
  export default groups
}

// The package's own entry names six thousand icons; reading it makes every build slow.
declare module '@tabler/icons-react/dist/esm/icons/*' {
  const icon: import('@tabler/icons-react').Icon
  export default icon
}

/** The version in package.json when the dashboard was built. */
declare const __FLOTILLA_VERSION__: string
