import { join } from 'node:path'
import { watchDiskFaults } from '#db/disk-fault.ts'
import { accountNames } from '#db/queries/platform/registry.ts'
import { watchSlowStatements } from '#db/slow-statements.ts'
import { type Config, showsMails, WrongSetting } from '#server/config.ts'
import { logLine, logSlowStatement, setLogFormat } from '#server/log.ts'
import { type Running, start } from '#server/start.ts'
import { findLostAccounts, lostAccountsMessage } from './lost-accounts.ts'
import { isJsxForProduction } from './production-jsx.tsx'
import type { Ready } from './serve-cells.ts'

const MAILS_WAIT = 'No mail server is set (JOBLANE_SMTP): mails of the platform wait.'
const MAILS_SHOWN = 'No mail server is set (JOBLANE_SMTP): mails are shown here, with their links.'

/** As sysexits.h has it: by its number whoever restarts the program knows it from a wrong setting. */
const DISK_FAULT = 74

/** At once: not even to close a file is tried on a disk that fails. */
function endOnDiskFault(path: string, code: string): never {
  logLine(
    'error',
    `The disk under ${path} fails (${code}). The program ends, so that nothing is written that may be lost: what it had confirmed before was on the disk. See to the disk, then start it again; "joblane check" says whether all is sound.`,
    { path, code },
  )
  process.exit(DISK_FAULT)
}

/** Until SIGTERM or SIGINT. @param args as they were given, for processes that this one starts */
export async function serve(config: Config, args: readonly string[] = []): Promise<void> {
  if (!isJsxForProduction())
    throw new WrongSetting(
      `Start it in its own folder, ${join(import.meta.dir, '../..')}, or with NODE_ENV=production: no page can be drawn otherwise.`,
    )
  if (config.cells > 0) return (await import('./serve-cells.ts')).serveCells(config, args)
  setLogFormat(config.log)
  if (config.demo && config.role === 'all') await (await import('./demo.ts')).prepareDemo(config)
  let running: Running | undefined
  watchSlowStatements(config.slowms, (text, path, ms) => {
    running?.services.metrics.sawSlowStatement()
    logSlowStatement(text, path, ms)
  })
  watchDiskFaults(endOnDiskFault)
  running = await start(config, undefined, undefined, (sentence) => {
    logLine('error', sentence)
    process.exit(1)
  })
  const { setupcode } = running.services
  const here = running.url.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//localhost')
  if (setupcode && !process.send)
    logLine('info', `First start: open ${here}/setup and enter the code ${setupcode}`)
  logLine('info', `${readyName(config)} ready on ${running.url}`)
  reportReady(running)
  if (!config.smtp) logLine('info', showsMails(config) ? MAILS_SHOWN : MAILS_WAIT)
  if (config.metrics)
    logLine('info', `Metrics on http://${config.metrics.host}:${running.metricsport}/metrics`)
  const { platform } = running.services
  const lost = findLostAccounts(config.data, platform.read(accountNames))
  if (lost.length > 0) logLine('error', lostAccountsMessage(lost))
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // A socket that does not end by itself shall not hold the process for ever.
    setTimeout(() => process.exit(0), 8_000).unref()
    await running.stop()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

const readyName = ({ role, cellid }: Config) =>
  role === 'all' ? 'Joblane' : role === 'platform' ? 'The platform' : `Cell ${cellid}`

/** To the process that started this one as one of several; without it this one ends too. */
function reportReady({ insideport, services }: Running) {
  if (!process.send || insideport === undefined) return
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.send({ insideport, setupcode: services.setupcode } satisfies Ready)
}
