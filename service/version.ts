// For the parts that may not import the platform.
export { version } from './platform/version.ts'
