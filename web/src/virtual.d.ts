declare module 'virtual:requirements' {
  /** Per operation: its effect, its permission, and the module it belongs to, if it does. */
  const requirements: Record<string, [effect: 'read' | 'change' | 'destroy', permission: string, module?: string]>
  export default requirements
}

// The package's own entry names six thousand icons; reading it makes every build slow.
declare module '@tabler/icons-react/dist/esm/icons/*' {
  const icon: import('@tabler/icons-react').Icon
  export default icon
}
