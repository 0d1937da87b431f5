// A step of `npm run check`: contract/ must match the operations.
process.argv.push('--check')
await import('../contract/generate.ts')
