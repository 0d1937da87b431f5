// A step of `npm run check`: what is committed in contract/ must be what the operations say.
process.argv.push('--check')
await import('../contract/generate.ts')
