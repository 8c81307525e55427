import { isDemo } from '#db/queries/platform/registry.ts'
import {
  countDelayedMails,
  countUndeliverableMails,
  listDelayedMails,
} from '#db/queries/platform/undeliverable-mail.ts'
import { type Config, showsMails } from '#server/config.ts'
import { describeError } from '#server/log.ts'
import { transportTo } from '#server/mail/transport.ts'
import { VERSION } from '#server/version.ts'
import { readPlatform } from '../archive/snapshot.ts'
import { type Finding, fault, sound, warning } from './finding.ts'

const PATIENCE_MS = 5_000
const SKEW_MS = 60_000
const NO_MAIL_SERVER = 'No mail server is set (JOBLANE_SMTP)'

export async function examineMail(config: Config): Promise<Finding[]> {
  const { data, smtp } = config
  const given = readPlatform(data, countUndeliverableMails)
  const delayed = readPlatform(data, countDelayedMails)
  const [next] = readPlatform(data, listDelayedMails)
  const about = [
    ...(given > 0 ? [warning(`Mails given up: ${given}. See Mails in the back office.`)] : []),
    ...(next ? [warning(`Mails that wait: ${delayed}. The next of them because: ${next.error}`)] : []),
  ]
  if (!smtp) return [...about, describeNoServer(config)]
  return [...about, await askMailServer(smtp)]
}

function describeNoServer(config: Config): Finding {
  if (showsMails(config)) return sound(`${NO_MAIL_SERVER}: mails are shown where the program was started.`)
  return warning(
    readPlatform(config.data, isDemo)
      ? `${NO_MAIL_SERVER}: served with --demo it shows mails where it was started, else they wait.`
      : `${NO_MAIL_SERVER}: mails of the platform, as invitations, wait.`,
  )
}

async function askMailServer(smtp: NonNullable<Config['smtp']>): Promise<Finding> {
  const at = `${smtp.host}:${smtp.port}`
  const transport = await transportTo(smtp, 1)
  try {
    await withPatience(transport.verify())
    return sound(`The mail server ${at} answers and lets this program in.`)
  } catch (error) {
    return fault(`The mail server ${at} cannot be used: ${messageOf(error)}. Mails wait until it can.`)
  } finally {
    transport.close()
  }
}

/** The address that people use, asked for as they would. */
export async function examineAddress({ url, proxy }: Config, now: () => Date): Promise<Finding[]> {
  if (!url)
    return [
      warning(
        'No address is set (JOBLANE_URL): links in mails name this machine, which others may not reach.',
      ),
    ]
  const tls = url.startsWith('https:')
  return [
    ...(tls
      ? []
      : [
          warning(
            `${url} goes without TLS: phones keep nothing for work without a line, and passwords travel in the open.`,
          ),
        ]),
    ...(tls && !proxy
      ? [
          warning(
            'JOBLANE_URL is https, but JOBLANE_PROXY is not set: everybody seems to come from the proxy, which strangers can use to lock people out.',
          ),
        ]
      : []),
    await askAddress(url, now),
  ]
}

async function askAddress(url: string, now: () => Date): Promise<Finding> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    const version = answer.headers.get('x-joblane-version')
    const skew = Math.abs(Date.parse(answer.headers.get('date') ?? '') - now().getTime())
    if (version !== VERSION)
      return warning(`${url} runs version ${version ?? 'of something else'}, this program is ${VERSION}.`)
    if (skew > SKEW_MS)
      return fault(`The clock of ${url} and that of this machine differ by ${Math.round(skew / 1000)} s.`)
    return sound(`${url} answers with version ${version}.`)
  } catch (error) {
    if ((error as { code?: string }).code === 'CERT_HAS_EXPIRED')
      return fault(`The certificate of ${url} has run out: renew it, or nobody gets in.`)
    return fault(`${url} does not answer: ${messageOf(error)}.`)
  }
}

const withPatience = <T>(done: Promise<T>): Promise<T> =>
  Promise.race([
    done,
    Bun.sleep(PATIENCE_MS).then(() => {
      throw new Error(`it did not answer within ${PATIENCE_MS / 1000} s`)
    }),
  ])

const messageOf = (error: unknown) => describeError(error).replace(/\.$/, '')
