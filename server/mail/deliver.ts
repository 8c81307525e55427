import { dueMail, dueMailById, forgetSent, hurryMail, markSent, type Waiting } from '#db/queries/outbox.ts'
import { SYSTEM } from '#db/types.ts'
import type { Job } from '#server/background.ts'
import { after, DAY_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { type MailFile, mailFiles } from './files.ts'
import { type Lane, mailLanes, type Turn } from './lanes.ts'
import { messageOf } from './message.ts'
import { noticeMail } from './notice.tsx'
import { type Mail, NOTICE } from './queue.ts'
import { settle } from './settle.ts'
import { smtpFor } from './transport.ts'
import { type Trouble, troubleOf } from './trouble.ts'
import { afterTrouble, verdictOf } from './verdict.ts'

const EVERY_MS = 2_000
const READ_AT_ONCE = 100
const SENT_AT_ONCE = 20
const STOP_MS = 3_000
const RETENTION_MS = 30 * DAY_MS

export type Deliverer = {
  job: Job
  /** A mail was queued in that account's file: it goes out without waiting for the next round. */
  heard(accountid: string): void
  /** Something was written to the platform's file, which may hold a mail. */
  look(): void
  /** Tries again at once what waits in the platform's file, or in that account's too: a mail server was set. */
  hurry(accountid?: string): Promise<void>
}

/**
 * Sends what stands in the outboxes (decision B7), at least once: a mail is marked after the server took it, and
 * one that is sent again after a crash carries the same Message-ID. Each server has a lane of its own, so that one
 * that is slow or down delays nobody else.
 */
export function deliverer(services: Services): Deliverer {
  const { clock, encryption, platform, tenants } = services
  const files = mailFiles(services)
  const lanes = mailLanes()
  const taken = new Set<string>()
  const underway = new Set<Promise<void>>()
  const abort = new AbortController()
  let stopped = false
  let wake = () => {}

  async function run() {
    for (;;) {
      const explored = stopped || (await files.explore())
      if (!stopped) for (const file of files.due(clock().toISOString())) await assign(file)
      if (!stopped) start()
      if (underway.size === 0 && explored) return
      await something()
    }
  }

  /** Until a mail is out, another is heard of, or a moment has passed. */
  async function something() {
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    const timer = setTimeout(resolve, EVERY_MS)
    await Promise.race([promise, ...underway])
    clearTimeout(timer)
  }

  /** Gives each mail that is due its place in a lane, or puts it off. */
  async function assign(file: MailFile) {
    try {
      const at = clock()
      const rows = file.read((db) => dueMail(db, at.toISOString(), READ_AT_ONCE + taken.size))
      const serverOf = servers()
      const others = rows
        .filter(({ id }) => !taken.has(id))
        .map((row) => {
          const mail = open(row)
          const smtp = mail && serverOf(file.accountid ?? mail.accountid, mail.proves && mail.to)
          const lane = smtp ? lanes.to(smtp) : null
          const verdict = verdictOf(row, mail, lane, at.getTime())
          if (verdict.what === 'send' && lane && smtp) {
            taken.add(row.id)
            lane.waiting.push({ file, id: row.id, smtp })
          } else if (lane) lanes.settle(lane)
          return { row, mail, verdict }
        })
        .filter(({ verdict }) => verdict.what !== 'send')
      if (others.length > 0)
        await file.write((tx) => {
          for (const one of others) settle(services.config, tx, one.row, one.mail, one.verdict)
        })
    } catch (error) {
      logFailure('mail', error)
    }
    files.seen(file)
  }

  /** Looks each account's server up once for a round. One whose password cannot be opened counts as none. */
  function servers() {
    const known = new Map<string, ReturnType<typeof smtpFor>>()
    return (accountid: string | undefined, proves?: string) => {
      const key = `${accountid} ${proves}`
      if (!known.has(key)) known.set(key, smtpFor(services, accountid, proves))
      return known.get(key) ?? null
    }
  }

  function open({ payload }: Waiting): Mail | null {
    try {
      if (payload.startsWith(NOTICE)) return noticeMail(services.url, payload.slice(NOTICE.length))
      return JSON.parse(encryption.decrypt(payload)) as Mail
    } catch {
      return null
    }
  }

  /** One mail of each lane after the other, so that a long queue for one server is no queue for all. */
  function start() {
    for (let ready = lanes.ready(); ready.length > 0; ready = lanes.ready())
      for (const lane of ready) {
        if (underway.size >= SENT_AT_ONCE) return
        const turn = lane.waiting.shift() as Turn
        lane.busy++
        const sending = send(lane, turn)
          .catch((error) => logFailure('mail', error))
          .finally(() => {
            lane.busy--
            taken.delete(turn.id)
            lanes.settle(lane)
            files.seen(turn.file)
            underway.delete(sending)
          })
        underway.add(sending)
      }
  }

  async function send(lane: Lane, { file, id, smtp }: Turn) {
    const row = file.read((db) => dueMailById(db, clock().toISOString(), id))
    const mail = row && open(row)
    if (!row || !mail) return
    const trouble = await handOver(lane, smtp, row, mail)
    if (!trouble) {
      lane.failures = 0
      return sent(file, id)
    }
    if (abort.signal.aborted) return
    const now = clock().getTime()
    if (trouble.about === 'server')
      for (const turn of lanes.down(lane, now, trouble.sentence)) taken.delete(turn.id)
    const verdict = afterTrouble(row, trouble, now)
    await file.write((tx) => settle(services.config, tx, row, mail, verdict, true))
  }

  async function handOver(lane: Lane, smtp: Turn['smtp'], row: Waiting, mail: Mail): Promise<Trouble | null> {
    try {
      const { hostname: host } = new URL(services.url)
      const message = messageOf(mail, smtp, { id: row.id, createdutc: row.createdutc, host })
      const transport = await lanes.transportOf(lane, smtp)
      await transport.sendMail({ ...message, signal: abort.signal })
      return null
    } catch (error) {
      return troubleOf(error)
    }
  }

  /** It is out: a file that cannot be written to now must not make it go out again. */
  async function sent(file: MailFile, id: string) {
    for (;;)
      try {
        return await file.write(({ db, now }) => {
          markSent(db, id, now)
          forgetSent(db, after(now, -RETENTION_MS))
        })
      } catch (error) {
        if (stopped) throw error
        await Bun.sleep(EVERY_MS)
      }
  }

  function look() {
    wake()
    if (!stopped) services.background?.soon('mail')
  }

  return {
    job: {
      name: 'mail',
      everyms: EVERY_MS,
      run,
      stop() {
        stopped = true
        wake()
        setTimeout(() => {
          abort.abort()
          lanes.close()
        }, STOP_MS).unref()
      },
    },
    heard(accountid) {
      files.heard(accountid)
      look()
    },
    look,
    async hurry(accountid) {
      lanes.forgive()
      await platform.write(({ db, now }) => hurryMail(db, now))
      if (accountid) {
        await tenants.write(accountid, SYSTEM, ({ db, now }) => hurryMail(db, now))
        files.heard(accountid)
      }
      look()
    },
  }
}
