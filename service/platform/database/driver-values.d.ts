/** How the driver converts a value for PostgreSQL; the driver has no types for it. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): string | Buffer | null }
  export default utils
}
