import { countDelayedMails, countUndeliverableMails } from '#db/queries/platform/undeliverable-mail.ts'
import type { Config } from '#server/config.ts'
import { describeError } from '#server/log.ts'
import { transportTo } from '#server/mail/transport.ts'
import { VERSION } from '#server/version.ts'
import { readPlatform } from '../archive/snapshot.ts'
import { type Finding, fault, sound, warning } from './finding.ts'

const PATIENCE_MS = 5_000
const SKEW_MS = 60_000

export async function examineMail({ data, smtp }: Config): Promise<Finding[]> {
  const given = readPlatform(data, countUndeliverableMails)
  const delayed = readPlatform(data, countDelayedMails)
  const about = [
    ...(given > 0 ? [warning(`${given} mails were given up: see Mails in the back office.`)] : []),
    ...(delayed > 0 ? [warning(`${delayed} mails wait because sending them failed.`)] : []),
  ]
  if (!smtp)
    return [
      ...about,
      warning('No mail server is set (JOBLANE_SMTP): mails of the platform, as invitations, wait.'),
    ]
  return [...about, await askMailServer(smtp)]
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
