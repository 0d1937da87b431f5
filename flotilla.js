#!/usr/bin/env node
// The command `flotilla`: service/main.ts on the right Node.
import { launch } from './launch.js'

await launch({ file: 'service/main.ts' }, process.argv.slice(2))
