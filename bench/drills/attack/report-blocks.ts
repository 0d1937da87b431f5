// Loaded into the attacked service with --import.
import { startWatchdog } from '../../fuzz/watchdog.ts'
import { printBlock } from './blocks.ts'

const watchdog = startWatchdog(printBlock)
process.once('SIGTERM', watchdog.stop)
