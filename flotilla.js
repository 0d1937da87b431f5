#!/usr/bin/env -S node --max-semi-space-size=16
// The command `flotilla`: service/main.ts on the right Node. The flag gives short-lived objects
// less memory: a process needs a hundred megabytes less and is no slower.
import { launch } from './launch.js'

await launch({ file: 'service/main.ts' }, process.argv.slice(2))
