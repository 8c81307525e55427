import { accountNames } from '#db/queries/platform/registry.ts'
import type { Config } from '#server/config.ts'
import { start } from '#server/start.ts'
import { findLostAccounts, lostAccountsMessage } from './lost-accounts.ts'

const MAILS_WAIT = 'No mail server is set (JOBLANE_SMTP): mails of the platform wait.'
const MAILS_SHOWN = 'No mail server is set (JOBLANE_SMTP): mails are shown here, with their links.'

/** Until SIGTERM or SIGINT. */
export async function serve(config: Config): Promise<void> {
  if (config.demo) await (await import('./demo.ts')).prepareDemo(config)
  const running = await start(config)
  const { setupcode } = running.services
  const here = running.url.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//localhost')
  if (setupcode) console.log(`First start: open ${here}/setup and enter the code ${setupcode}`)
  console.log(`Joblane ready on ${running.url}`)
  if (!config.smtp) console.log(config.demo || config.development ? MAILS_SHOWN : MAILS_WAIT)
  const { platform } = running.services
  const lost = findLostAccounts(config.data, platform.read(accountNames))
  if (lost.length > 0) console.error(lostAccountsMessage(lost))
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
